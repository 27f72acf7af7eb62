/* explore/cmd_graph.c -- `dmc graph FILE`: the state graph, for Graphviz or as JSON; what `--dot` of a check writes, too. */
#include "explore/commands.h"
#include "explore/report/graph.h"

#define STATES 1000              /* more are a picture that nobody can read */
#define SEARCH_SECONDS 10        /* for the failure whose path is coloured, unless --time says otherwise */

typedef struct { const Check *c; const Graph *g; const char *hint; bool json; } Page;

static void write_page(const void *ctx, FILE *out) {
  const Page *p = ctx;
  (p->json ? rep_graph_json : rep_dot)(p->c, p->g, p->hint, out);
}

/* NULL: the graph is all there is. */
static const char *hint_of(const Graph *g, Arena *a) {
  if (g->stopped) return arena_printf(a, "graph: %zu of more states; %s", g->nnodes, g->stopped);
  if (!g->more) return NULL;
  return arena_printf(a, "graph: %zu of more states; --states %zu shows more", g->nnodes, g->cap * 5);
}

int cmd_graph_file(Check *c, const char *path, bool json) {
  Arena *a = &c->model.arena;
  Page p = { c, graph_build(c, c->opt.states ? c->opt.states : STATES, a), NULL, json };
  p.hint = hint_of(p.g, a);
  if (p.hint) fprintf(stderr, "%s\n", p.hint);
  if (!path) write_page(&p, stdout);
  else if (!cmd_write(path, write_page, &p)) return EXIT_NOFILE;
  return 0;
}

static int graph(Check *c) {
  Progress p;
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  bool bounded = c->opt.limits.seconds <= 0;
  if (bounded) c->opt.limits.seconds = SEARCH_SECONDS;
  progress_init(&p, &c->opt.limits, c->opt.quiet);
  ModelStatus s = check_search(c);
  progress_end(&p);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;
  if (!c->nfindings && !c->result.complete)
    fprintf(stderr, "graph: no failure was found (%s), so no path is coloured%s\n", c->result.limit ? c->result.limit : "stopped",
            bounded ? "; --time 60s looks longer" : "");
  cmd_shorten(c);
  return cmd_graph_file(c, c->opt.out, c->opt.json_format);
}

int cmd_graph(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_GRAPH, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_GRAPH, "graph FILE [-o file] [options]");
  if (code) return code;
  ModelStatus s = check_open(&c, path, CMD_GRAPH, argc, argv);
  code = s == MODEL_OK ? graph(&c) : cmd_refused(&c, s);
  check_close(&c);
  return code;
}
