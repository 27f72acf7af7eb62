/* explore/cmd_html.c -- `dmc html`. */
#include "explore/commands.h"

int cmd_html(int argc, char *const *argv) {
  (void)argc, (void)argv;
  return cmd_usage("`dmc html` is not available in this build");
}
