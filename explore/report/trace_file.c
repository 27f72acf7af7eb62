/* explore/report/trace_file.c */
#include "explore/report/report.h"

void rep_trace_file(const Report *r, FILE *out) { (void)r, (void)out; }
