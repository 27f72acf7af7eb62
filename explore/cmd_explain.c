/* explore/cmd_explain.c -- `dmc explain CODE`: a page about a diagnostic or a run-time error. */
#include <string.h>
#include "explore/commands.h"

static void indented(const char *text) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    printf("%s%.*s\n", n ? "    " : "", (int)n, text);
    text += n + (text[n] == '\n');
  }
}

static void page(const DiagCode *c) {
  printf("%s: %s\n\n%s\n", c->code, c->title, c->text);
  printf("\nWrong:\n\n");
  indented(c->wrong);
  printf("\nRight:\n\n");
  indented(c->right);
}

static void list(void) {
  for (size_t i = 0; i < diag_code_count; i++) printf("%s  %s\n", diag_codes[i].code, diag_codes[i].title);
}

static int unknown(const char *code) {
  char message[200];
  snprintf(message, sizeof message, "there is no code '%.40s'; `dmc explain` lists the codes", code);
  return cmd_usage(message);
}

int cmd_explain(int argc, char *const *argv) {
  if (argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
    printf("usage: dmc explain CODE\n\ncodes:\n");
    list();
    return 0;
  }
  if (argc == 0) {
    list();
    return cmd_usage("explain which code?");
  }
  for (int i = 0; i < argc; i++) {
    const DiagCode *c = diag_code(argv[i]);
    if (!c) return unknown(argv[i]);
    if (i) printf("\n");
    page(c);
  }
  return 0;
}
