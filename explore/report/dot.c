/* explore/report/dot.c */
#include "explore/report/report.h"

void rep_dot(const Report *r, FILE *out) { (void)r, (void)out; }
