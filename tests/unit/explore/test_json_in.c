/* tests/unit/explore/test_json_in.c -- reading JSON: what is taken, what is refused and with which words, and that nothing of
 * any size or shape brings it down. */
#include <stdlib.h>
#include <string.h>
#include "explore/json_in.h"
#include "tests/greatest.h"

static Arena arena;
static JsonError error;

static const JsonValue *read_bytes(const char *text, size_t len) {
  arena_deinit(&arena);
  arena_init(&arena);
  return json_read(&arena, arena_strndup(&arena, text, len), len, &error);
}

static const JsonValue *read(const char *text) { return read_bytes(text, strlen(text)); }

/* "3:5 what was wrong". */
static const char *refusal(const char *text) {
  static char out[300];
  if (read(text)) return "read";
  snprintf(out, sizeof out, "%u:%u %s", error.line, error.col, error.text);
  return out;
}

static const char *string_of(const char *json) {
  const JsonValue *v = read(json);
  return v && v->kind == JSON_STRING ? v->text : "no string";
}

TEST words_and_lists(void) {
  ASSERT_EQ(JSON_NULL, read("null")->kind);
  ASSERT(read(" true ")->truth);
  ASSERT(!read("\tfalse\r\n")->truth);
  ASSERT_EQ(NULL, read("[]")->first);
  ASSERT_EQ(NULL, read("{ }")->first);
  const JsonValue *v = read("[1, [2], {\"x\": 3}]");
  ASSERT_EQ(JSON_ARRAY, v->kind);
  ASSERT_EQ(1, v->first->integer);
  ASSERT_EQ(2, v->first->next->first->integer);
  ASSERT_EQ(3, json_get(v->first->next->next, "x")->integer);
  ASSERT_EQ(NULL, v->first->next->next->next);
  PASS();
}

TEST members(void) {
  const JsonValue *v = read("{\"a\": 1, \"b\": {\"a\": 2}, \"a\": 3, \"\": 4}");
  ASSERT_EQ(1, json_get(v, "a")->integer);             /* the first of two counts */
  ASSERT_EQ(2, json_get(json_get(v, "b"), "a")->integer);
  ASSERT_EQ(4, json_get(v, "")->integer);
  ASSERT_STR_EQ("b", json_get(v, "b")->key);
  ASSERT_EQ(NULL, json_get(v, "c"));
  ASSERT_EQ(NULL, json_get(json_get(v, "a"), "a"));
  ASSERT_EQ(NULL, json_get(NULL, "a"));
  PASS();
}

TEST numbers(void) {
  ASSERT_EQ(0, read("-0")->integer);
  ASSERT_EQ(INT64_MAX, read("9223372036854775807")->integer);
  ASSERT_EQ(INT64_MIN, read("-9223372036854775808")->integer);
  ASSERT_EQ(JSON_DOUBLE, read("9223372036854775808")->kind);
  ASSERT_EQ(JSON_DOUBLE, read("-9223372036854775809")->kind);
  ASSERT_EQ(JSON_DOUBLE, read("1.0")->kind);
  ASSERT(read("-12.5e-1")->real > -1.2500001 && read("-12.5e-1")->real < -1.2499999);
  ASSERT(read("1E+2")->real > 99.9 && read("1E+2")->real < 100.1);
  ASSERT_STR_EQ("1:2 expected a digit, but the text ends", refusal("-"));
  ASSERT_STR_EQ("1:1 a number does not begin with 0 and more digits", refusal("012"));
  ASSERT_STR_EQ("1:2 a number does not begin with 0 and more digits", refusal("-00"));
  ASSERT_STR_EQ("1:3 expected a digit after the point, but the text ends", refusal("1."));
  ASSERT_STR_EQ("1:1 expected a value, not '.'", refusal(".5"));
  ASSERT_STR_EQ("1:1 expected a value, not '+'", refusal("+5"));
  ASSERT_STR_EQ("1:4 expected a digit in the exponent, but the text ends", refusal("1e+"));
  ASSERT_STR_EQ("1:1 the number is too large", refusal("1e999"));
  ASSERT_STR_EQ("1:2 expected nothing after the value, not 'x'", refusal("0x10"));
  PASS();
}

TEST strings(void) {
  ASSERT_STR_EQ("", string_of("\"\""));
  ASSERT_STR_EQ("say \"x\" \\ / \b\f\n\r\t", string_of("\"say \\\"x\\\" \\\\ \\/ \\b\\f\\n\\r\\t\""));
  ASSERT_STR_EQ("A\xc3\xa9\xe2\x88\x80\xf0\x9f\x90\x9b", string_of("\"\\u0041\\u00E9\\u2200\\ud83d\\uDC1B\""));
  ASSERT_STR_EQ("na\xc3\xafve \xe2\x88\x80 \xf0\x9f\x90\x9b\x7f", string_of("\"na\xc3\xafve \xe2\x88\x80 \xf0\x9f\x90\x9b\x7f\""));
  ASSERT_STR_EQ("\xef\xbf\xbf\xf4\x8f\xbf\xbf", string_of("\"\\uffff\\udbff\\udfff\""));
  PASS();
}

TEST strings_refused(void) {
  ASSERT_STR_EQ("1:1 a string begins here and does not end", refusal("\"abc"));
  ASSERT_STR_EQ("1:1 a string begins here and does not end", refusal("\"abc\\\""));
  ASSERT_STR_EQ("1:1 a string begins here and does not end", refusal("\"\\"));
  ASSERT_STR_EQ("1:4 a string cannot hold the control character 0x0a; it is written \\u000a", refusal("\"ab\nc\""));
  ASSERT_STR_EQ("1:4 expected one of \" \\ / b f n r t u after \\, not 'x'", refusal("\"a\\x\""));
  ASSERT_STR_EQ("1:6 expected four hexadecimal digits after \\u, not 'g'", refusal("\"\\u12g4\""));
  ASSERT_STR_EQ("1:5 expected four hexadecimal digits after \\u, not '\"'", refusal("\"\\u1\""));
  ASSERT_STR_EQ("1:3 half of a surrogate pair stands alone", refusal("\"a\\ud800\""));
  ASSERT_STR_EQ("1:2 half of a surrogate pair stands alone", refusal("\"\\ud83d\\u0041\""));
  ASSERT_STR_EQ("1:2 half of a surrogate pair stands alone", refusal("\"\\udc1b\""));
  ASSERT_STR_EQ("1:2 a string cannot hold \\u0000 here", refusal("\"\\u0000\""));
  ASSERT_STR_EQ("1:2 the text is not UTF-8 (byte 0xff)", refusal("\"\xff\""));
  ASSERT_STR_EQ("1:2 the text is not UTF-8 (byte 0xc0)", refusal("\"\xc0\x80\""));
  ASSERT_STR_EQ("1:2 the text is not UTF-8 (byte 0xed)", refusal("\"\xed\xa0\x80\""));
  ASSERT_STR_EQ("1:3 the text is not UTF-8 (byte 0xe2)", refusal("\"a\xe2\x88\""));
  PASS();
}

TEST shapes_refused(void) {
  ASSERT_STR_EQ("1:1 expected a value, but the text ends", refusal(""));
  ASSERT_STR_EQ("2:3 expected a value, but the text ends", refusal(" \n  "));
  ASSERT_STR_EQ("1:1 expected a value, not byte 0xef", refusal("\xef\xbb\xbf{}"));       /* a byte order mark */
  ASSERT_STR_EQ("1:1 expected a value, not 't'", refusal("tru"));
  ASSERT_STR_EQ("1:1 expected a value, not 'N'", refusal("NaN"));
  ASSERT_STR_EQ("1:1 expected a value, not '''", refusal("'x'"));
  ASSERT_STR_EQ("1:5 expected nothing after the value, not 'x'", refusal("nullx"));
  ASSERT_STR_EQ("1:3 expected nothing after the value, not ']'", refusal("[]]"));
  ASSERT_STR_EQ("1:4 expected a value, not ']'", refusal("[1,]"));
  ASSERT_STR_EQ("1:4 expected ',' or ']' in a list, not '2'", refusal("[1 2]"));
  ASSERT_STR_EQ("1:2 expected a value, not ','", refusal("[,1]"));
  ASSERT_STR_EQ("1:3 expected ',' or ']' in a list, but the text ends", refusal("[1"));
  ASSERT_STR_EQ("1:2 expected a name in quotes, not 'a'", refusal("{a: 1}"));
  ASSERT_STR_EQ("1:6 expected ':' after a name, not '1'", refusal("{\"a\" 1}"));
  ASSERT_STR_EQ("1:9 expected a name in quotes, not '}'", refusal("{\"a\": 1,}"));
  ASSERT_STR_EQ("3:1 expected ',' or '}' in an object, not ']'", refusal("{\n\"a\": 1\n]"));
  ASSERT_STR_EQ("1:2 expected a value, not '/'", refusal("[/* no */]"));
  ASSERT_EQ(NULL, read_bytes("[1]\0", 4));             /* a NUL is no blank */
  ASSERT_STR_EQ("expected nothing after the value, not byte 0x00", error.text);
  PASS();
}

TEST nesting(void) {
  char text[2 * JSON_MAX_DEPTH + 3];
  memset(text, '[', JSON_MAX_DEPTH);
  memset(text + JSON_MAX_DEPTH, ']', JSON_MAX_DEPTH);
  text[2 * JSON_MAX_DEPTH] = 0;
  ASSERT(read(text));
  memset(text, '[', JSON_MAX_DEPTH + 1);
  text[JSON_MAX_DEPTH + 1] = 0;
  ASSERT_STR_EQ("1:65 values are nested more than 64 deep", refusal(text));
  PASS();
}

/* 20 MB of one thing after the other. */
static const char *repeated(const char *first, const char *piece, size_t times) {
  size_t n = strlen(first), m = strlen(piece);
  char *text = malloc(n + m * times + 1);
  memcpy(text, first, n + 1);
  for (size_t i = 0; i < times; i++) memcpy(text + n + i * m, piece, m);
  text[n + m * times] = 0;
  const JsonValue *v = read_bytes(text, n + m * times);
  free(text);
  return v ? "read" : error.text;
}

TEST large(void) {
  ASSERT_STR_EQ("values are nested more than 64 deep", repeated("", "[", 20000000));
  ASSERT_STR_EQ("values are nested more than 64 deep", repeated("", "{\"a\":", 4000000));
  ASSERT_STR_EQ("a string begins here and does not end", repeated("\"", "\\\\", 10000000));
  ASSERT_STR_EQ("expected ',' or ']' in a list, but the text ends", repeated("[1", ",1", 1000000));
  ASSERT_STR_EQ("expected a value, but the text ends", repeated("", " ", 20000000));
  ASSERT_STR_EQ("the number is too large", repeated("", "9", 1000000));
  PASS();
}

/* Whatever the bytes, there is an answer: numbers that depend on a seed only. */
TEST noise(void) {
  static const char alphabet[] = "{}[]\",:\\u0123456789eE+-.truefalsn \n\t\x80\xc3\xff";
  uint64_t x = 88172645463325252u;
  char text[64];
  unsigned taken = 0;
  for (int i = 0; i < 300000; i++) {
    size_t n = 0;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    for (uint64_t y = x; n < sizeof text - 1 && n < 4 + x % 40; n++, y = y * 6364136223846793005u + 1)
      text[n] = alphabet[(y >> 33) % (sizeof alphabet - 1)];
    text[n] = 0;
    const JsonValue *v = read_bytes(text, n);
    taken += v != NULL;
    if (!v) ASSERT(error.line >= 1 && error.col >= 1 && error.text[0]);
  }
  ASSERT(taken > 0);
  PASS();
}

SUITE(json_in) {
  RUN_TEST(words_and_lists);
  RUN_TEST(members);
  RUN_TEST(numbers);
  RUN_TEST(strings);
  RUN_TEST(strings_refused);
  RUN_TEST(shapes_refused);
  RUN_TEST(nesting);
  RUN_TEST(large);
  RUN_TEST(noise);
  arena_deinit(&arena);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  arena_init(&arena);
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(json_in);
  GREATEST_MAIN_END();
}
