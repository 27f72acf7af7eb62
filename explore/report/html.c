/* explore/report/html.c */
#include "explore/report/report.h"

void rep_html(const Report *r, FILE *out) { (void)r, (void)out; }
