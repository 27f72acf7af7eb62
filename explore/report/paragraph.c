/* explore/report/paragraph.c -- running text, wrapped to the width of the output. */
#include <string.h>
#include "explore/report/lanes.h"
#include "explore/report/report.h"

void rep_paragraph(const Check *c, const char *lead, const char *text, FILE *out) {
  size_t room = layout_width(&c->opt), indent = rep_columns(lead, strlen(lead)), at = indent;
  fputs(lead, out);
  for (const char *s = text + strspn(text, " "); *s; s += strspn(s, " ")) {
    size_t n = strcspn(s, " "), wide = rep_columns(s, n);
    bool first = at == indent;
    if (!first && at + 1 + wide > room) {
      fprintf(out, "\n%*s", (int)indent, "");
      at = indent;
      first = true;
    }
    fprintf(out, "%s%.*s", first ? "" : " ", (int)n, s);
    at += wide + !first;
    s += n;
  }
  fputc('\n', out);
}
