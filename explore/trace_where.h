/* explore/trace_where.h -- where the model of a trace is, and what it was: paths and fingerprints of sources.
 * A trace says where its model is as seen from the trace's own directory, so both can be moved together.
 * Owns: nothing; texts live in the arena given. */
#ifndef EXPLORE_TRACE_WHERE_H
#define EXPLORE_TRACE_WHERE_H
#include "lang/sha256.h"
#include "lang/source.h"

/* The path of MODEL as seen from the directory of TRACE; an absolute MODEL stays as it is. */
const char *where_from(Arena *a, const char *trace, const char *model);
/* Finds the model of the trace at TRACE: at RECORDED, seen from the trace's directory; beside the trace; at GIVEN, seen from
 * here. NULL: nowhere; *TRIED lists the places. */
const char *where_find(Arena *a, const char *trace, const char *recorded, const char *given, const char **tried);
/* The name of a source that does not depend on where the model is: seen from the directory of MAIN; of the library: std.NAME. */
const char *where_name(const Source *main, const Source *s);
/* SHA-256 of what the user wrote. */
void where_hash(const Source *s, char out[SHA256_HEX]);
#endif
