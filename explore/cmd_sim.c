/* explore/cmd_sim.c -- `dmc sim`. */
#include "explore/commands.h"

int cmd_sim(int argc, char *const *argv) {
  (void)argc, (void)argv;
  return cmd_usage("`dmc sim` is not available in this build");
}
