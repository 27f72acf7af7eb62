/* tests/unit/lang/test_lexer.c -- tokens. */
#include "tests/greatest.h"
#include <string.h>
#include "lang/lex.h"
#include "lang/parser.h"

static int codes[64];
static size_t lex_all(const char *text, bool thesis) {
  Lexer l;
  lex_init(&l, text, strlen(text));
  for (size_t n = 0; n < 64; n++) {
    LexToken t = thesis ? lex_thesis(&l) : lex_next(&l);
    codes[n] = t.code;
    if (t.code == LEX_END) return n;
  }
  return 64;
}

TEST operators_take_the_longest_match(void) {
  static const int want[] = {T_ASSIGN, T_PLUSEQ, T_MINUSEQ, T_DARROW, T_EQEQ, T_NE, T_LE, T_GE, T_ANDAND, T_OROR, T_DOTDOT, T_LT, T_GT,
                             T_EQUALS, T_BANG, T_COLON, T_DOT, T_NL};
  ASSERT_EQ(18u, lex_all(":= += -= => == != <= >= && || .. < > = ! : . ;", false));
  for (size_t i = 0; i < 18; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

TEST only_statement_words_are_reserved(void) {
  lex_all("if Thread iff count forall set after _ _x", false);
  static const int want[] = {T_IF, T_NAME, T_NAME, T_NAME, T_QUANT, T_NAME, T_NAME, T_UNDERSCORE, T_NAME, LEX_END};
  for (size_t i = 0; i < 10; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

TEST numbers_and_ranges(void) {
  lex_all("1..20 12abc 3", false);
  static const int want[] = {T_INT, T_DOTDOT, T_INT, LEX_GLUED, T_INT, LEX_END};
  for (size_t i = 0; i < 6; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

TEST strings_and_comments(void) {
  lex_all("\"a\\\"b\" // c \"\n /* * / ** */ \"open\n 'q' /* never", false);
  static const int want[] = {T_STRING, LEX_OPEN_STRING, LEX_QUOTE, LEX_OPEN_COMMENT, T_NAME};
  for (size_t i = 0; i < 5; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

TEST what_is_no_token_has_a_code(void) {
  lex_all("& | -> \xC3\xA9 # x", false);
  static const int want[] = {LEX_LONE_AMP, LEX_LONE_BAR, LEX_ARROW, LEX_BAD_CHAR, LEX_BAD_CHAR, T_NAME, LEX_END};
  for (size_t i = 0; i < 7; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

TEST first_tells_new_lines(void) {
  Lexer l;
  const char *text = "a b\n c /* x\n */ d";
  lex_init(&l, text, strlen(text));
  static const bool want[] = {true, false, true, true};
  for (int i = 0; i < 4; i++) ASSERT_EQ(want[i], lex_next(&l).first);
  PASS();
}

TEST a_nul_is_no_end(void) {
  Lexer l;
  lex_init(&l, "a\0b", 3);
  ASSERT_EQ(T_NAME, lex_next(&l).code);
  ASSERT_EQ(LEX_NUL, lex_next(&l).code);
  ASSERT_EQ(T_NAME, lex_next(&l).code);
  ASSERT_EQ(LEX_END, lex_next(&l).code);
  ASSERT_EQ(LEX_END, lex_next(&l).code);
  PASS();
}

TEST thesis_names_hold_dashes(void) {
  static const int want[] = {T_NAME, T_NAME, T_MINUS, T_NAME, LEX_REPEAT, T_INT, LEX_REPEAT_END, T_NAME, LEX_END};
  lex_all("a-b a - b <{3 }> if", true);
  for (size_t i = 0; i < 9; i++) ASSERT_EQ(want[i], codes[i]);
  PASS();
}

SUITE(lexer) {
  RUN_TEST(operators_take_the_longest_match);
  RUN_TEST(only_statement_words_are_reserved);
  RUN_TEST(numbers_and_ranges);
  RUN_TEST(strings_and_comments);
  RUN_TEST(what_is_no_token_has_a_code);
  RUN_TEST(first_tells_new_lines);
  RUN_TEST(a_nul_is_no_end);
  RUN_TEST(thesis_names_hold_dashes);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(lexer);
  GREATEST_MAIN_END();
}
