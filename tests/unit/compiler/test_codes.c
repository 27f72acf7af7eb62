/* tests/unit/compiler/test_codes.c -- the pages of `dmc explain`: what a page calls wrong gives its code, what it calls right
 * compiles without a word. (tests/shell/explain.sh adds: every code used in the sources has a page, and R codes occur.) */
#include "tests/greatest.h"
#include "tests/unit/compiler/support.h"

/* Some pages show a declaration only; -D stands in their options line. */
static void example(Comp *c, const DiagCode *page, const char *text) {
  static BcDefine define;
  static char value[32];
  comp_parse(c, text);
  if (c->ast.thesis || !*text || strstr(text, "Thread") || strcmp(page->code, "E0223") == 0) { /* as it stands */ }
  else { comp_done(c); char whole[4096]; snprintf(whole, sizeof whole, "%sThread T { skip }\n", text); comp_parse(c, whole); }
  for (const AstPragma *x = c->ast.pragmas; x; x = x->next)
    if (sscanf(x->text, "options: -D N=%31s", value) == 1) {
      define = (BcDefine){ "N", value, false };
      c->opt.defines = &define;
      c->opt.ndefines = 1;
    }
  comp_finish(c);
}

static char told[6000];

TEST wrong_gives_its_code(const DiagCode *page) {
  Comp c;
  example(&c, page, page->wrong);
  snprintf(told, sizeof told, "%s: the wrong example gives %s", page->code, comp_diags(&c));
  ASSERTm(told, comp_has(&c, page->code));
  ASSERT_EQm(told, page->code[0] == 'E', c.diags.errors > 0);
  comp_done(&c);
  PASS();
}

TEST right_is_silent(const DiagCode *page) {
  Comp c;
  example(&c, page, page->right);
  snprintf(told, sizeof told, "%s: the right example gives\n%s", page->code, comp_report(&c));
  ASSERT_EQm(told, 0u, (unsigned)c.diags.count);
  ASSERTm(told, c.p);
  comp_done(&c);
  PASS();
}

TEST pages_are_in_order_and_complete(void) {
  for (size_t i = 0; i < diag_code_count; i++) {
    const DiagCode *d = &diag_codes[i];
    ASSERT_EQm(d->code, d, diag_code(d->code));             /* no code twice */
    ASSERTm(d->code, strlen(d->code) == 5 && strchr("EWHR", d->code[0]));
    ASSERTm(d->code, *d->title && *d->text && *d->wrong && *d->right);
    for (const char *t = d->text; *t;) {
      size_t n = strcspn(t, "\n");
      ASSERTm(d->code, n <= 130);
      t += n + (t[n] == '\n');
    }
  }
  PASS();
}

SUITE(pages) {
  RUN_TEST(pages_are_in_order_and_complete);
  for (size_t i = 0; i < diag_code_count; i++) {
    const DiagCode *d = &diag_codes[i];
    bool words_only = strcmp(d->code, "E0113") == 0 || strcmp(d->code, "E0126") == 0;    /* "and so on"; needs a file */
    if (d->code[0] != 'R' && !words_only) RUN_TEST1(wrong_gives_its_code, d);
    if (d->code[0] != 'R') RUN_TEST1(right_is_silent, d);
  }
}

/* R pages: both compile; what happens when they run is tested in tests/unit/vm and tests/shell. */
TEST compiles(const DiagCode *page) {
  Comp c;
  for (int i = 0; i < 2; i++) {
    example(&c, page, i ? page->right : page->wrong);
    snprintf(told, sizeof told, "%s:\n%s", page->code, comp_report(&c));
    ASSERTm(told, c.p && c.diags.count == 0);
    comp_done(&c);
  }
  PASS();
}

SUITE(run_time_pages) {
  for (size_t i = 0; i < diag_code_count; i++) if (diag_codes[i].code[0] == 'R') RUN_TEST1(compiles, &diag_codes[i]);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(pages);
  RUN_SUITE(run_time_pages);
  GREATEST_MAIN_END();
}
