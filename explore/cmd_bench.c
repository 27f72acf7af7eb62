/* explore/cmd_bench.c -- `dmc bench`. */
#include "explore/commands.h"

int cmd_bench(int argc, char *const *argv) {
  (void)argc, (void)argv;
  return cmd_usage("`dmc bench` is not available in this build");
}
