/* explore/cmd_sim.c -- `dmc sim FILE`: the user is the scheduler. Lines come from a terminal or a script; with a script the
 * commands are echoed and what is printed is the same whenever it is run. */
#include <string.h>
#include <unistd.h>
#include "explore/commands.h"
#include "explore/report/lanes.h"
#include "explore/sim_game.h"
#include "explore/sim_input.h"

#define PROMPT "dmc> "
#define PLAIN_HEIGHT 30
#define INTERRUPTED 20                       /* exit code of a script that Ctrl-C ended */

/* As large as the window is now. */
static void measure(Screen *s, const Options *o) {
  size_t columns;
  s->width = layout_width(o);
  s->height = PLAIN_HEIGHT;
  if (input_window(1, &columns, &s->height)) s->height = s->height > 16 ? s->height - 8 : 8;
  if (s->width < 20) s->width = 20;
}

/* Ctrl-C at the prompt. True: the user wants to leave. */
static bool leaves(Input *in) {
  if (!in->terminal) return true;
  InputStatus s = input_read(in, "leave? (y/n) ");
  return s == INPUT_END || s == INPUT_INTERRUPT || in->line[0] == 'y' || in->line[0] == 'Y';
}

static void obey(Game *g, Input *in, InputStatus s) {
  if (s == INPUT_LONG) fprintf(in->out, "This line is too long: a command has at most %d letters.\n", INPUT_MAX);
  else if (strlen(in->line) != in->len) fputs("This line holds a zero byte and is no command.\n", in->out);
  else {
    input_remember(in, in->line);
    game_do(g, in->line);
  }
}

/* The exit code. */
static int play(Game *g, Input *in) {
  for (;;) {
    InputStatus s = input_read(in, PROMPT);
    measure(&g->view.screen, &g->check->opt);
    if (s == INPUT_END) {
      fputc('\n', in->out);
      return game_exit(g);
    }
    if (s == INPUT_INTERRUPT && leaves(in)) return in->terminal ? 0 : INTERRUPTED;
    if (s == INPUT_INTERRUPT) continue;
    obey(g, in, s);
    if (g->over) return 0;
    if (!in->terminal && (g->interrupted || ex_interrupted)) return INTERRUPTED;
    if (ferror(in->out)) return EXIT_INTERNAL;         /* main says so */
  }
}

static int sim(Check *c) {
  Game g;
  Input in;
  Screen s = { .out = stdout, .color = opt_color(&c->opt, 1) };
  int code = EXIT_INTERNAL;
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  measure(&s, &c->opt);
  if (!game_open(&g, c, s)) fputs("dmc: out of memory\n", stderr);
  else {
    input_open(&in, 0, stdout, s.color);
    game_begin(&g);
    code = play(&g, &in);
    input_close(&in);
    view_reset(&g.view);
    if (c->opt.trace && !game_save(&g, c->opt.trace)) code = EXIT_NOFILE;
  }
  game_close(&g);
  return code;
}

int cmd_sim(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_SIM, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_SIM, "sim FILE [options]");
  if (code) return code;
  ModelStatus s = check_open(&c, path, CMD_SIM, argc, argv);
  code = s == MODEL_OK ? sim(&c) : cmd_refused(&c, s);
  check_close(&c);
  return code;
}
