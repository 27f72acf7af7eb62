/* tests/prop/replayer.h -- what a search found, written to a trace file, read back and run again as `dmc replay` does it.
 * Knows explore's Check and Model; callers know the harness's Model, which has the same name.
 * Owns: the directory it makes, with the model and the trace, until replayer_close. */
#ifndef TESTS_PROP_REPLAYER_H
#define TESTS_PROP_REPLAYER_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  char dir[64], model[80], trace[80];
  uint64_t searches, traces, steps, samples, changes;        /* done so far */
  char why[4000];                /* after a failure */
} Replayer;

void replayer_open(Replayer *r);
void replayer_close(Replayer *r);
/* Searches TEXT with the options of ARGV (--algo ...) and sends each finding's trace through the file, or, where there is none and
 * random runs were asked for, the run: the same steps, values and finding come back. Where MEDDLE, the model is then changed as
 * that number says, and each trace must be refused. False: r->why. Options that do not go together are no failure. */
bool replayer_check(Replayer *r, const char *text, int argc, char *const *argv, uint64_t meddle);
#endif
