/* tests/unit/explore/test_json.c -- strings in JSON and in JUnit XML. */
#include <stdlib.h>
#include <string.h>
#include "explore/report/json_out.h"
#include "explore/test_show.h"
#include "tests/greatest.h"

static const char *json(const char *s) {
  static char out[200];
  char *text = NULL;
  size_t len;
  FILE *f = open_memstream(&text, &len);
  json_text(f, s);
  fclose(f);
  snprintf(out, sizeof out, "%s", text);
  free(text);
  return out;
}

TEST plain(void) {
  ASSERT_STR_EQ("\"\"", json(""));
  ASSERT_STR_EQ("\"x := 1\"", json("x := 1"));
  PASS();
}

TEST escapes(void) {
  ASSERT_STR_EQ("\"say \\\"why\\\" \\\\ here\"", json("say \"why\" \\ here"));
  ASSERT_STR_EQ("\"a\\nb\\tc\\u0001\\u007f\"", json("a\nb\tc\001\177"));
  PASS();
}

TEST utf8(void) {
  ASSERT_STR_EQ("\"na\xc3\xafve \xe2\x88\x80 \xf0\x9f\x90\x9b\"", json("na\xc3\xafve \xe2\x88\x80 \xf0\x9f\x90\x9b"));
  PASS();
}

TEST not_utf8(void) {
  ASSERT_STR_EQ("\"\\ufffd\"", json("\xff"));
  ASSERT_STR_EQ("\"\\ufffdx\"", json("\xc3x"));
  ASSERT_STR_EQ("\"\\ufffd\\ufffd\"", json("\xc0\x80"));          /* overlong */
  ASSERT_STR_EQ("\"\\ufffd\\ufffd\\ufffd\"", json("\xed\xa0\x80"));      /* surrogate */
  ASSERT_STR_EQ("\"\\ufffd\"", json("\xe2"));                     /* cut short */
  PASS();
}

TEST xml(void) {
  char *text = NULL;
  size_t len;
  FILE *f = open_memstream(&text, &len);
  junit_begin(f);
  TestRecord failed = { .kind = 'F', .line = 1, .what = "a<b", .expected = "ok", .got = "got \"x\" & y\001\xff", .command = "dmc a.d" };
  TestRecord passed = { .kind = 'P', .what = "fine", .expected = "", .got = "", .command = "" };
  TestRecord both[] = { failed, passed };
  junit_file(f, "dir/a&b.d", &(TestRecords){ .at = both, .count = 2 });
  ASSERT(junit_end(f));
  ASSERT(strstr(text, "<testsuite name=\"dir/a&amp;b.d\" tests=\"2\" failures=\"1\" skipped=\"0\"") != NULL);
  ASSERT(strstr(text, "<testcase classname=\"dir.a&amp;b\" name=\"1: a&lt;b\"") != NULL);
  ASSERT(strstr(text, "<failure message=\"got &quot;x&quot; &amp; y??\">expected: ok\n") != NULL);
  ASSERT(strstr(text, "name=\"fine\" time=\"0.000\"/>") != NULL);
  free(text);
  PASS();
}

SUITE(json_suite) {
  RUN_TEST(plain);
  RUN_TEST(escapes);
  RUN_TEST(utf8);
  RUN_TEST(not_utf8);
  RUN_TEST(xml);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(json_suite);
  GREATEST_MAIN_END();
}
