/* explore/cmd_replay.c -- `dmc replay`. */
#include "explore/commands.h"

int cmd_replay(int argc, char *const *argv) {
  (void)argc, (void)argv;
  return cmd_usage("`dmc replay` is not available in this build");
}
