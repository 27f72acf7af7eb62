/* explore/trace_where.c -- see trace_where.h. */
#define _XOPEN_SOURCE 700                    /* realpath */
#include "explore/trace_where.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *file_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The directory part with its slash; empty: here. */
static size_t dir_length(const char *path) { return (size_t)(file_of(path) - path); }

/* The directory of PATH without symbolic links, ending in a slash; NULL: it cannot be told. */
static const char *real_dir(Arena *a, const char *path) {
  size_t n = dir_length(path);
  char *real = realpath(n ? arena_strndup(a, path, n) : ".", NULL);
  const char *dir = real ? arena_printf(a, "%s%s", real, strcmp(real, "/") == 0 ? "" : "/") : NULL;
  free(real);
  return dir;
}

const char *where_from(Arena *a, const char *trace, const char *model) {
  const char *from = real_dir(a, trace), *to = real_dir(a, model), *up = "";
  size_t common = 0;
  if (model[0] == '/' || !from || !to) return model;
  for (size_t i = 0; from[i] && from[i] == to[i]; i++)
    if (from[i] == '/') common = i + 1;
  for (const char *s = from + common; *s; s++)
    if (*s == '/') up = arena_printf(a, "../%s", up);
  return arena_printf(a, "%s%s%s", up, to + common, file_of(model));
}

static bool is_file(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

static bool same_file(const char *x, const char *y) {
  struct stat s, t;
  return stat(x, &s) == 0 && stat(y, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

static const char *seen_from(Arena *a, const char *trace, const char *path) {
  return path[0] == '/' ? path : arena_printf(a, "%.*s%s", (int)dir_length(trace), trace, path);
}

const char *where_find(Arena *a, const char *trace, const char *recorded, const char *given, const char **tried) {
  const char *places[] = { seen_from(a, trace, recorded), seen_from(a, trace, file_of(recorded)), given };
  *tried = "";
  for (int i = 0; i < 3; i++) {
    if (is_file(places[i])) return same_file(places[i], given) ? given : places[i];
    bool again = i > 0 && (strcmp(places[i], places[0]) == 0 || (i == 2 && strcmp(places[i], places[1]) == 0));
    if (!again) *tried = arena_printf(a, "%s%s%s", *tried, **tried ? ", " : "", places[i]);
  }
  return NULL;
}

const char *where_name(const Source *main, const Source *s) {
  size_t n = dir_length(main->path);
  return !s->library && strncmp(s->path, main->path, n) == 0 ? s->path + n : s->path;
}

void where_hash(const Source *s, char out[SHA256_HEX]) { sha256_hex(s->orig, s->orig_len, out); }
