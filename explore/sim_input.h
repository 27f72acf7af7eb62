/* explore/sim_input.h -- lines from the user: with editing and history on a terminal, else as they come, echoed so that what is
 * printed reads as a transcript. The terminal is in raw mode only while a line is read, and is put back before a signal ends dmc.
 * Owns: the history. */
#ifndef EXPLORE_SIM_INPUT_H
#define EXPLORE_SIM_INPUT_H
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "lang/arena.h"
#include "lang/vec.h"

#define INPUT_MAX 4096                       /* bytes of a line */

typedef enum { INPUT_LINE, INPUT_LONG /* a line that was longer: its beginning */, INPUT_END, INPUT_INTERRUPT } InputStatus;

typedef struct {
  int fd;
  FILE *out;
  bool terminal;                 /* somebody sits there */
  bool edit;                     /* keys are read one by one */
  bool ended;
  const char *on, *off;          /* marks around the prompt */
  char line[INPUT_MAX + 1];      /* after input_read: without the newline; may hold NULs, see len */
  size_t len;
  char block[INPUT_MAX]; size_t nblock, at;          /* read ahead */
  Arena arena;
  VEC(const char *) history;
} Input;

void input_open(Input *in, int fd, FILE *out, bool color);
void input_close(Input *in);
InputStatus input_read(Input *in, const char *prompt);  /* a Ctrl-C from before is forgotten */
void input_remember(Input *in, const char *line);      /* for arrow up */
/* The window of FD. False: it has none. */
bool input_window(int fd, size_t *columns, size_t *rows);
#endif
