/* explore/report/html.c -- the verdict as one page that needs nothing else: the text of explore/report/page/ with the data in its place. */
#include <string.h>
#include "explore/report/html_data.h"

const char *page_text(const char *name, size_t *len);            /* generated from explore/report/page/ */

#define HOLE "{{data}}"

void rep_html(const Report *r, FILE *out) {
  size_t len;
  const char *page = page_text("page.html", &len), *hole = strstr(page, HOLE);
  fwrite(page, 1, (size_t)(hole - page), out);
  if (!html_data_escaped(r, out)) arena_out_of_memory();
  fputs(hole + strlen(HOLE), out);
}
