/* tests/unit/explore/test_graph.c -- the state graph, and that what is written of it is Graphviz' language. */
#include "tests/greatest.h"
#include <ctype.h>
#include "explore/report/graph.h"
#include "tests/unit/explore/shown.h"

/* --- a small judge of DOT: the part of the language that is written, strictly --- */

typedef struct { const char *s; int nodes, edges; bool ok; } Dot;

static void blank(Dot *d) { while (isspace((unsigned char)*d->s)) d->s++; }

static bool is(Dot *d, const char *word) {
  blank(d);
  size_t n = strlen(word);
  if (strncmp(d->s, word, n) != 0) return false;
  d->s += n;
  return true;
}

/* A name, a number, or a quoted string in which every backslash has something after it and which ends. */
static bool id(Dot *d) {
  blank(d);
  const char *begin = d->s;
  if (*d->s != '"') {
    while (isalnum((unsigned char)*d->s) || *d->s == '_') d->s++;
    return d->s > begin;
  }
  for (d->s++; *d->s && *d->s != '"'; d->s++)
    if (*d->s == '\n' || (*d->s == '\\' && (!*++d->s || !strchr("\\\"ln", *d->s)))) return false;
  return is(d, "\"");
}

static bool attributes(Dot *d) {
  if (!is(d, "[")) return true;
  do
    if (!id(d) || !is(d, "=") || !id(d)) return false;
  while (is(d, ","));
  return is(d, "]");
}

static bool statement(Dot *d) {
  bool keyword = is(d, "node ") || is(d, "edge ");
  if (!keyword && !id(d)) return false;
  if (is(d, "->")) {
    d->edges++;
    if (!id(d)) return false;
  } else if (is(d, "=")) return id(d) && is(d, ";");
  else d->nodes += !keyword;
  return attributes(d) && is(d, ";");
}

static Dot judge(const char *text) {
  Dot d = { .s = text };
  d.ok = is(&d, "digraph") && id(&d) && is(&d, "{");
  while (d.ok && !is(&d, "}")) d.ok = statement(&d);
  blank(&d);
  d.ok &= *d.s == 0;
  return d;
}

/* --- graphs --- */

static const char *const counter = "int x\nThread(i in 1..2) Inc { x := x + 1 }\nfinally { assert x == 2, \"lost\" }\n";

static size_t bits(const Graph *g, unsigned bit) {
  size_t n = 0;
  for (size_t i = 0; i < g->nnodes; i++) n += (g->nodes[i].is & bit) != 0;
  return n;
}

/* The path begins in the first state, goes edge by edge, and ends where it is said to end. */
static bool path_is_whole(const Graph *g) {
  uint32_t at = 0;
  for (size_t step = 1; step <= g->npath; step++) {
    const GraphEdge *found = NULL;
    for (size_t i = 0; i < g->nedges; i++)
      if (g->edges[i].path == step) found = &g->edges[i];
    if (!found || found->from != at) return false;
    at = found->to;
  }
  return g->nodes[at].is & NODE_END;
}

static bool breadth_first(const Graph *g) {
  uint32_t known = 0;
  for (size_t i = 0; i < g->nedges; i++) {
    if (i && g->edges[i].from < g->edges[i - 1].from) return false;
    if (g->edges[i].to > known + 1) return false;
    if (g->edges[i].to == known + 1) known++;
  }
  return true;
}

TEST all_states_and_the_path(void) {
  Shown s;
  ASSERT(shown_open(&s, counter, ""));
  const Graph *g = graph_build(&s.c, 1000, &s.c.model.arena);
  ASSERT_EQ(12u, g->nnodes);                 /* 3 steps of a thread beside 3 of another; both orders of writes with two outcomes */
  ASSERT_EQ(14u, g->nedges);
  ASSERT(!g->more && !g->stopped);
  ASSERT_EQ(1u, bits(g, NODE_INITIAL));
  ASSERT_EQ(1u, bits(g, NODE_FAILS));
  ASSERT_EQ(2u, bits(g, NODE_TERMINAL));
  ASSERT_EQ(5u, bits(g, NODE_PATH));
  ASSERT_EQ(4u, g->npath);
  ASSERT(path_is_whole(g));
  ASSERT(breadth_first(g));
  ASSERT_STR_EQ("violation: lost", g->finding);
  shown_close(&s);
  PASS();
}

TEST as_many_states_as_the_search(void) {
  static const char *const models[] = {
    "mutex a, b\nThread P { lock(a); lock(b); unlock(b); unlock(a) }\nThread Q { lock(b); lock(a); unlock(a); unlock(b) }\n",
    "message M(int i)\nThread(i in 1..3) S { R ! M(i) }\nThread R { for k in 1..3 { receive { M(_) => { } } } }\n",
    "bool f\nThread A { loop { f := !f } }\nThread B { await f }\n",
    "int x\nfault crash W\nThread M { pid p = spawn W(1); join p }\nThread(int n) W { x := n; x := 2 }\n",
    "int x\nThread A { assume x == 0; x := choose(1..3) }\n",
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    Shown s;
    ASSERT(shown_open(&s, models[i], "--algo stateful:reach --all --races=off"));
    const Graph *g = graph_build(&s.c, 100000, &s.c.model.arena);
    ASSERT_EQ(s.c.result.stats.states, g->nnodes);
    ASSERT(breadth_first(g));
    shown_close(&s);
  }
  PASS();
}

TEST a_small_graph_keeps_the_path(void) {
  Shown s;
  ASSERT(shown_open(&s, "int x, y\nThread(i in 1..3) T { for k in 1..6 { x := x + 1 } }\nThread Z { y := 1; await x == 9; assert y == 0 }\n", ""));
  ASSERT(s.c.nfindings == 1);
  for (size_t cap = 1; cap < 200; cap += 33) {
    const Graph *g = graph_build(&s.c, cap, &s.c.model.arena);
    ASSERT(g->more);
    ASSERT(g->npath >= 10);
    ASSERT(path_is_whole(g));
    ASSERT(g->nnodes <= (cap > g->npath + 1 ? cap : g->npath + 1));
    ASSERT(cap < g->npath + 1 || g->nnodes == cap);
    ASSERT(bits(g, NODE_MORE) > 0);
  }
  shown_close(&s);
  PASS();
}

TEST deadlocks_and_blocked_runs(void) {
  Shown s;
  ASSERT(shown_open(&s, "mutex a, b\nThread P { lock(a); lock(b) }\nThread Q { lock(b); lock(a) }\nThread Z { assume false }\n", ""));
  const Graph *g = graph_build(&s.c, 1000, &s.c.model.arena);
  ASSERT(bits(g, NODE_BLOCKED) > 0);
  shown_close(&s);
  ASSERT(shown_open(&s, "mutex a, b\nThread P { lock(a); lock(b) }\nThread Q { lock(b); lock(a) }\n", ""));
  g = graph_build(&s.c, 1000, &s.c.model.arena);
  ASSERT_EQ(3u, bits(g, NODE_DEADLOCK));     /* the cycle, and a lock kept by who has ended */
  shown_close(&s);
  PASS();
}

TEST an_init_that_ends_it_all(void) {
  static const char *const models[] = { "int x\ninit { assume false }\nThread A { x := 1 }\n", "int x\ninit { assert false }\nThread A { x := 1 }\n" };
  for (int i = 0; i < 2; i++) {
    Shown s;
    ASSERT(shown_open(&s, models[i], ""));
    const Graph *g = graph_build(&s.c, 1000, &s.c.model.arena);
    ASSERT_EQ(1u, g->nnodes);
    ASSERT_EQ(0u, g->nedges);
    ASSERT(g->nodes[0].is & (i ? NODE_FAILS : NODE_BLOCKED));
    shown_close(&s);
  }
  PASS();
}

/* --- DOT --- */

TEST dot_of_hostile_names(void) {
  Shown s;
  ASSERT(shown_open(&s, "int x\nThread A { x := 1; assert x == 2, \"q\\\" b\\\\ <b>&amp; \\\\n \xC3\xA9 \\\\\" }\n", ""));
  s.c.path = "we\"ird\\ \n \xff path\\";
  const Graph *g = graph_build(&s.c, 1000, &s.c.model.arena);
  rep_dot(&s.c, g, "a \"hint\\", s.out);
  Dot d = judge(shown_text(&s));
  ASSERT(d.ok);
  ASSERT_EQ((int)g->nnodes, d.nodes);
  ASSERT_EQ((int)g->nedges, d.edges);
  ASSERT(strstr(shown_text(&s), "we\\\"ird\\\\ \\l ? path\\\\: "));
  ASSERT(strstr(shown_text(&s), "\xC3\xA9"));
  ASSERT(strstr(shown_text(&s), "&amp;amp;"));
  shown_close(&s);
  PASS();
}

TEST the_judge_sees_mistakes(void) {
  static const char *const wrong[] = { "digraph g { n0 [label=\"a\"b\"]; }", "digraph g { n0 [label=\"a\\\"]; }", "digraph g { n0 -> ; }",
                                       "digraph g { n0 [label=\"a]; }", "digraph g { n0 [label=x] ", "digraph g { n0 [label=\"\\q\"]; }" };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) ASSERT(!judge(wrong[i]).ok);
  ASSERT(judge("digraph g { n0 [label=\"a\\\"b\"]; n0 -> n1; x=\"y\"; }").ok);
  PASS();
}

TEST dot_colours_the_path(void) {
  Shown s;
  ASSERT(shown_open(&s, counter, ""));
  rep_dot(&s.c, graph_build(&s.c, 1000, &s.c.model.arena), NULL, s.out);
  const char *text = shown_text(&s);
  ASSERT(judge(text).ok);
  ASSERT(strstr(text, "n0 [label=\"0 start\\lInc[1]@2:30  Inc[2]@2:30\\lx = 0\\l\""));
  ASSERT(strstr(text, "n0 -> n1 [label=\"1. Inc[1]: reads x = 0\", color=red, fontcolor=red, penwidth=2];"));
  ASSERT(strstr(text, "n0 -> n2 [label=\"Inc[2]: reads x = 0\"];"));
  ASSERT(strstr(text, "shape=doubleoctagon, style=\"filled\", fillcolor=\"#f6c1bb\", color=red, penwidth=4]"));
  ASSERT(strstr(text, "red: violation: lost"));
  shown_close(&s);
  PASS();
}

TEST labels_are_short_and_tooltips_whole(void) {
  Shown s;
  ASSERT(shown_open(&s, "int[30] a\nThread A { for i in 0..29 { a[i] := 1 } }\n", ""));
  rep_dot(&s.c, graph_build(&s.c, 1000, &s.c.model.arena), NULL, s.out);
  ASSERT(judge(shown_text(&s)).ok);
  ASSERT(strstr(shown_text(&s), "... and 18 more"));
  ASSERT(strstr(shown_text(&s), "a[29] = 1"));
  shown_close(&s);
  PASS();
}

SUITE(graph) {
  RUN_TEST(all_states_and_the_path);
  RUN_TEST(as_many_states_as_the_search);
  RUN_TEST(a_small_graph_keeps_the_path);
  RUN_TEST(deadlocks_and_blocked_runs);
  RUN_TEST(an_init_that_ends_it_all);
  RUN_TEST(dot_of_hostile_names);
  RUN_TEST(the_judge_sees_mistakes);
  RUN_TEST(dot_colours_the_path);
  RUN_TEST(labels_are_short_and_tooltips_whole);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(graph);
  GREATEST_MAIN_END();
}
