/* explore/report/graph_json.c -- the state graph as JSON; schema: docs/graph.md. */
#include "explore/report/graph.h"
#include "explore/report/json_out.h"

static const struct { unsigned bit; const char *word; } kinds[] = {
  { NODE_INITIAL, "initial" }, { NODE_TERMINAL, "terminal" }, { NODE_DEADLOCK, "deadlock" }, { NODE_BLOCKED, "blocked" },
  { NODE_FAILS, "fails" }, { NODE_PATH, "path" }, { NODE_END, "end of path" }, { NODE_MORE, "more" },
};

static void put_kinds(Json *j, unsigned is) {
  const char *words[sizeof kinds / sizeof *kinds];
  size_t n = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is & kinds[i].bit) words[n++] = kinds[i].word;
  json_strings(j, "is", words, n);
}

static void put_threads(Json *j, const GraphNode *n) {
  json_key(j, "threads");
  json_open(j, '[');
  for (size_t i = 0; i < n->nthreads; i++) {
    const GraphThread *t = &n->threads[i];
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", t->name);
    json_string(j, "status", t->status);
    if (t->line) json_number(j, "line", t->line), json_number(j, "col", t->col);
    if (t->locals) json_string(j, "locals", t->locals);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void put_values(Json *j, const char *name, const GraphValue *v, size_t n) {
  json_key(j, name);
  json_open(j, '{');
  for (size_t i = 0; i < n; i++) json_string(j, v[i].name, v[i].value);
  json_close(j, '}');
}

static void put_node(Json *j, size_t id, const GraphNode *n) {
  json_item(j);
  json_open(j, '{');
  json_number(j, "id", id);
  put_kinds(j, n->is);
  put_threads(j, n);
  put_values(j, "shared", n->values, n->nvalues);
  put_values(j, "mail", n->mail, n->nmail);
  if (n->fails) json_string(j, "fails", n->fails);
  json_close(j, '}');
}

static void put_edge(Json *j, const GraphEdge *e) {
  json_item(j);
  json_open(j, '{');
  json_number(j, "from", e->from);
  json_number(j, "to", e->to);
  json_string(j, "thread", e->thread);
  json_string(j, "action", e->what);
  if (e->choice) json_string(j, "choice", e->choice);
  if (e->crash) json_bool(j, "crash", true);
  if (e->path) json_number(j, "path", e->path);
  json_close(j, '}');
}

void rep_graph_json(const Check *c, const Graph *g, const char *hint, FILE *out) {
  Json j = { out, true, 0 };
  json_open(&j, '{');
  json_string(&j, "model", c->path);
  json_bool(&j, "complete", !g->more && !g->stopped);
  json_string(&j, "hint", hint);
  json_string(&j, "finding", g->finding);
  json_number(&j, "path_steps", g->npath);
  json_key(&j, "nodes");
  json_open(&j, '[');
  for (size_t i = 0; i < g->nnodes; i++) put_node(&j, i, &g->nodes[i]);
  json_close(&j, ']');
  json_key(&j, "edges");
  json_open(&j, '[');
  for (size_t i = 0; i < g->nedges; i++) put_edge(&j, &g->edges[i]);
  json_close(&j, ']');
  json_close(&j, '}');
  fputc('\n', out);
}
