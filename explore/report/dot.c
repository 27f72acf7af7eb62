/* explore/report/dot.c -- the state graph in Graphviz' language. Labels are what one needs to tell neighbours apart: where the
 * threads are, shared values that differ from the initial ones, mailboxes; everything else is in the tooltip. */
#include <string.h>
#include "explore/report/graph.h"
#include "lang/utf8.h"

#define FEW_VALUES 4             /* so many shared values are shown even when they are the initial ones */
#define MANY_PARTS 12            /* of a label; the tooltip has them all */

/* --- text --- */

/* Inside quotes: no quote, backslash or entity means anything but itself. */
static void escaped(FILE *out, const char *text) {
  for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
    size_t n = utf8_length(s);
    if (!n) fputc('?', out);
    else if (n > 1) fwrite(s, 1, n, out), s += n - 1;
    else if (*s == '"' || *s == '\\') fprintf(out, "\\%c", *s);
    else if (*s == '&') fputs("&amp;", out);
    else if (*s == '\n') fputs("\\l", out);
    else fputc(*s < 0x20 || *s == 0x7f ? ' ' : *s, out);
  }
}

/* --- nodes --- */

/* Parts of a label, a few to a line. */
typedef struct { FILE *out; size_t parts, on_line, left_out; bool all; } Label;

static bool part(Label *l) {
  if (l->parts == MANY_PARTS && !l->all) return l->left_out++, false;
  l->parts++;
  if (l->on_line == 3) fputs("\\l", l->out), l->on_line = 0;
  else if (l->on_line) fputs("  ", l->out);
  l->on_line++;
  return true;
}

static void end_group(Label *l) {
  if (l->on_line) fputs("\\l", l->out);
  if (l->left_out) fprintf(l->out, "... and %zu more\\l", l->left_out);
  l->on_line = l->parts = l->left_out = 0;
}

static void put_threads(Label *l, const GraphNode *n) {
  for (size_t i = 0; i < n->nthreads; i++) {
    const GraphThread *t = &n->threads[i];
    bool running = strcmp(t->status, "running") == 0;
    if (strcmp(t->status, "ended") == 0 || !part(l)) continue;
    escaped(l->out, t->name);
    if (!running) fprintf(l->out, " %s", t->status);
    else if (t->line) fprintf(l->out, "@%u:%u", t->line, t->col);
    if (!l->all || !t->locals) continue;
    fputs(" (", l->out);
    escaped(l->out, t->locals);
    fputc(')', l->out);
  }
  end_group(l);
}

static void put_values(Label *l, const GraphNode *n) {
  for (size_t i = 0; i < n->nvalues; i++) {
    const GraphValue *v = &n->values[i];
    if ((!v->changed && !l->all && n->nvalues > FEW_VALUES) || !part(l)) continue;
    escaped(l->out, v->name);
    fputs(" = ", l->out);
    escaped(l->out, v->value);
  }
  end_group(l);
}

static void put_mail(Label *l, const GraphNode *n) {
  for (size_t i = 0; i < n->nmail; i++) {
    if (!part(l)) continue;
    fputs("mail of ", l->out);
    escaped(l->out, n->mail[i].name);
    fputs(": ", l->out);
    escaped(l->out, n->mail[i].value);
  }
  end_group(l);
}

static void put_state(FILE *out, size_t id, const GraphNode *n, bool all) {
  Label l = { .out = out, .all = all };
  fprintf(out, "%zu%s%s%s\\l", id, n->is & NODE_INITIAL ? " start" : "", n->is & NODE_TERMINAL ? " end" : "", n->is & NODE_DEADLOCK ? " deadlock" : "");
  put_threads(&l, n);
  put_values(&l, n);
  put_mail(&l, n);
  if (n->fails) escaped(out, n->fails), fputs("\\l", out);
  if (n->is & NODE_MORE) fputs("steps to states left out\\l", out);
}

/* Shape says how it ends, colour whether that is bad, a red border whether the failing path goes through it. */
static void put_node(FILE *out, size_t id, const GraphNode *n) {
  const char *shape = n->is & NODE_DEADLOCK ? "octagon" : n->is & NODE_FAILS ? "doubleoctagon" : n->is & NODE_TERMINAL ? "ellipse" : "box";
  const char *fill = n->is & (NODE_DEADLOCK | NODE_FAILS) ? "#f6c1bb" : n->is & NODE_TERMINAL ? "#cfe8cf" : n->is & NODE_BLOCKED ? "#dddddd" : NULL;
  if (!fill) fill = n->is & NODE_INITIAL ? "#cfdff2" : "white";
  fprintf(out, "  n%zu [label=\"", id);
  put_state(out, id, n, false);
  fputs("\", tooltip=\"", out);
  put_state(out, id, n, true);
  fprintf(out, "\", shape=%s, style=\"filled%s\", fillcolor=\"%s\"", shape, n->is & NODE_MORE ? ",dashed" : "", fill);
  if (n->is & NODE_END) fputs(", color=red, penwidth=4", out);
  else if (n->is & NODE_PATH) fputs(", color=red, penwidth=2", out);
  else if (n->is & NODE_INITIAL) fputs(", penwidth=2", out);
  fputs("];\n", out);
}

/* --- edges --- */

static void put_edge(FILE *out, const GraphEdge *e) {
  fprintf(out, "  n%u -> n%u [label=\"", e->from, e->to);
  if (e->path) fprintf(out, "%zu. ", e->path);
  escaped(out, e->thread);
  fputs(": ", out);
  escaped(out, e->what);
  fputc('"', out);
  if (e->path) fputs(", color=red, fontcolor=red, penwidth=2", out);
  else if (e->crash) fputs(", style=dashed, color=gray40", out);
  fputs("];\n", out);
}

/* --- all of it --- */

static void put_title(FILE *out, const Check *c, const Graph *g, const char *hint) {
  fputs("  label=\"", out);
  escaped(out, c->path);
  fprintf(out, ": %zu state%s, %zu step%s", g->nnodes, g->nnodes == 1 ? "" : "s", g->nedges, g->nedges == 1 ? "" : "s");
  if (hint) fputs("\\n", out), escaped(out, hint);
  if (g->finding) fputs("\\nred: ", out), escaped(out, g->finding);
  fputs("\";\n", out);
}

void rep_dot(const Check *c, const Graph *g, const char *hint, FILE *out) {
  fputs("digraph states {\n", out);
  put_title(out, c, g, hint);
  fputs("  labelloc=t;\n  node [fontname=\"Helvetica,sans-serif\", fontsize=10];\n  edge [fontname=\"Helvetica,sans-serif\", fontsize=9];\n", out);
  for (size_t i = 0; i < g->nnodes; i++) put_node(out, i, &g->nodes[i]);
  for (size_t i = 0; i < g->nedges; i++) put_edge(out, &g->edges[i]);
  fputs("}\n", out);
}
