/* explore/cmd_graph.c -- `dmc graph`. */
#include "explore/commands.h"

int cmd_graph(int argc, char *const *argv) {
  (void)argc, (void)argv;
  return cmd_usage("`dmc graph` is not available in this build");
}
