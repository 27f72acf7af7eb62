/* explore/report/paragraph.c -- running text, wrapped to the width of the output. */
#define _DEFAULT_SOURCE                      /* TIOCGWINSZ */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "explore/report/report.h"

#define USUAL_WIDTH 100

static size_t width(const Check *c) {
  struct winsize w;
  if (c->opt.width) return c->opt.width;
  if (isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col >= 20) return w.ws_col;
  return USUAL_WIDTH;
}

/* Characters, not bytes. */
static size_t columns(const char *s, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += (s[i] & 0xc0) != 0x80;
  return count;
}

void rep_paragraph(const Check *c, const char *lead, const char *text, FILE *out) {
  size_t room = width(c), indent = columns(lead, strlen(lead)), at = indent;
  fputs(lead, out);
  for (const char *s = text + strspn(text, " "); *s; s += strspn(s, " ")) {
    size_t n = strcspn(s, " "), wide = columns(s, n);
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
