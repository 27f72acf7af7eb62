/* tests/unit/explore/test_html.c -- the data of the page: nothing in it ends its element, and it says what changed. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "explore/report/html_data.h"
#include "tests/greatest.h"

/* What WRITE makes of TEXT's model, checked; the caller frees it. */
typedef void (*Write)(const Report *r, FILE *out);
static void escaped(const Report *r, FILE *out) { html_data_escaped(r, out); }

static char *made(const char *text, Write write) {
  char path[] = "/tmp/dmc-html-XXXXXX", *argv[] = { path }, *out = NULL;
  size_t len;
  int fd = mkstemp(path);
  if (fd < 0 || write == NULL || (size_t)dprintf(fd, "%s", text) != strlen(text)) abort();
  close(fd);
  Check c;
  if (check_open(&c, path, CMD_HTML, 1, argv) != MODEL_OK || check_search(&c) != MODEL_OK) abort();
  unlink(path);
  c.path = "model.d";
  c.model.source->path = "model.d";
  Report r = { .check = &c, .traces = ARENA_ARRAY(&c.model.arena, ExTrace *, c.nfindings + 1) };
  for (size_t i = 0; i < c.nfindings; i++)
    if (c.findings[i]->has_schedule)
      r.traces[i] = trace_build(c.model.program, &c.opt.limits, c.findings[i], TRACE_AROUND, &c.model.arena);
  FILE *f = open_memstream(&out, &len);
  write(&r, f);
  fclose(f);
  check_close(&c);
  return out;
}

static size_t count(const char *text, const char *word) {
  size_t n = 0;
  for (const char *s = text; (s = strstr(s, word)); s += strlen(word)) n++;
  return n;
}

/* TEXT without blanks and line ends outside of strings, and with \u003c and the like resolved. */
static char *squeezed(const char *text) {
  char *out = malloc(strlen(text) + 1), *to = out;
  bool quoted = false;
  for (const char *s = text; *s; s++) {
    if (*s == '"') quoted = !quoted;
    if (!quoted && (*s == ' ' || *s == '\n')) continue;
    if (quoted && strncmp(s, "\\u003c", 6) == 0) *to++ = '<', s += 5;
    else if (quoted && strncmp(s, "\\u003e", 6) == 0) *to++ = '>', s += 5;
    else if (quoted && strncmp(s, "\\u0026", 6) == 0) *to++ = '&', s += 5;
    else {
      *to++ = *s;
      if (quoted && *s == '\\') *to++ = *++s;
    }
  }
  *to = 0;
  return out;
}

static const char hostile[] =
  "int x // </script><script>\n"
  "Thread A { x := 1; assert x == 2, \"</script><!--<script>alert(1)</script>--> & \\\" \\\\ \xe2\x80\xa8 \xff\" }\n";

TEST no_text_ends_the_element(void) {
  char *data = made(hostile, escaped);
  ASSERT_EQ(NULL, strpbrk(data, "<>&"));
  ASSERT(strstr(data, "\\u003c/script\\u003e\\u003c!--") != NULL);
  ASSERT(strstr(data, "\\ufffd") != NULL);                        /* the byte that is no UTF-8 */
  free(data);
  PASS();
}

TEST escaping_changes_no_value(void) {
  char *data = made(hostile, escaped), *plain = made(hostile, html_data), *x = squeezed(data), *y = squeezed(plain);
  ASSERT_STR_EQ(y, x);
  ASSERT(strlen(data) < strlen(plain));
  free(data), free(plain), free(x), free(y);
  PASS();
}

TEST the_page_has_two_scripts(void) {
  char *page = made(hostile, rep_html);
  ASSERT_EQ(2, count(page, "<script"));
  ASSERT_EQ(2, count(page, "</script"));
  ASSERT_EQ(0, count(page, "<!--"));
  ASSERT_EQ(0, count(page, "{{"));
  ASSERT_STR_EQ("</html>\n", page + strlen(page) - 8);
  free(page);
  PASS();
}

TEST same_bytes(void) {
  char *x = made(hostile, rep_html), *y = made(hostile, rep_html);
  ASSERT_STR_EQ(x, y);
  ASSERT_EQ(0, count(x, "seconds"));
  free(x), free(y);
  PASS();
}

static const char lost[] =
  "int x\n"
  "Thread(i in 1..2) T { x := x + 1 }\n"
  "finally { assert x == 2 }\n";

/* A write that changes nothing is a write. */
TEST silent_writes(void) {
  char *data = made(lost, html_data), *x = squeezed(data);
  ASSERT_EQ(2, count(x, "\"writes\":[0]"));
  ASSERT_EQ(1, count(x, "\"changes\":[[0,\"x\",\"0\",\"1\"]]"));
  ASSERT_EQ(2, count(x, "\"reads\":[[0,\"x\",\"0\",0]]"));
  free(data), free(x);
  PASS();
}

/* Options and places are written where they change: here a thread's own, which its step changes. */
TEST only_what_changed(void) {
  char *data = made(lost, html_data), *x = squeezed(data);
  ASSERT(strstr(x, "\"options\":[[0,[[\"readsx=0\",[0,2,28,29]") == NULL);          /* blanks inside of strings stay */
  ASSERT_EQ(1, count(x, "[0,[[\"reads x = 0\","));
  ASSERT_EQ(1, count(x, "[1,[[\"reads x = 0\","));
  ASSERT_EQ(1, count(x, "[0,[[\"x := 1\","));
  ASSERT_EQ(1, count(x, "[0,\"ended\",0,null,null]"));
  free(data), free(x);
  PASS();
}

TEST library_files_where_needed(void) {
  char *without = made("import std.sync\nint x\nThread T { x := 1; assert x == 0 }\n", html_data);
  char *with = made("import std.sync\nsem s\nThread T { down(s) }\n", html_data);
  ASSERT_EQ(0, count(without, "void down"));
  ASSERT_EQ(1, count(with, "void down"));
  ASSERT_EQ(1, count(without, "\"std.sync\""));
  free(without), free(with);
  PASS();
}

SUITE(html_suite) {
  RUN_TEST(no_text_ends_the_element);
  RUN_TEST(escaping_changes_no_value);
  RUN_TEST(the_page_has_two_scripts);
  RUN_TEST(same_bytes);
  RUN_TEST(silent_writes);
  RUN_TEST(only_what_changed);
  RUN_TEST(library_files_where_needed);
}

const char *stdlib_text(const char *name, size_t *len);
GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  model_library = stdlib_text;
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(html_suite);
  GREATEST_MAIN_END();
}
