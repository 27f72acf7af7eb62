/* explore/files.c -- see files.h. */
#include "explore/files.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "explore/commands.h"

static int by_name(const void *x, const void *y) { return strcmp(*(const char *const *)x, *(const char *const *)y); }

static bool is_model(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name && (strcmp(dot, ".d") == 0 || strcmp(dot, ".dmc") == 0);
}

bool files_is_directory(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* False: the directory, or one below it, cannot be read, which was said. */
static bool walk(Arena *a, const char *dir, Paths *files, int depth) {
  Paths names = { 0 };
  DIR *d = depth > 50 ? NULL : opendir(dir);
  if (!d) {
    fprintf(stderr, "dmc: %s: %s\n", dir, depth > 50 ? "too many directories inside each other" : strerror(errno));
    return false;
  }
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.') VEC_PUSH(a, &names, arena_strndup(a, e->d_name, strlen(e->d_name)));
  closedir(d);
  if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
  size_t len = strlen(dir);
  while (len > 1 && dir[len - 1] == '/') len--;
  bool ok = true;
  for (size_t i = 0; i < names.count; i++) {
    const char *path = arena_printf(a, "%.*s/%s", (int)len, dir, names.at[i]);
    if (files_is_directory(path)) ok &= walk(a, path, files, depth + 1);
    else if (is_model(names.at[i])) VEC_PUSH(a, files, path);
  }
  return ok;
}

static int no_models(const char *dir) {
  fprintf(stderr, "dmc: %s: there are no models (*.d, *.dmc) in this directory\n", dir);
  return EXIT_NOFILE;
}

static int walk_all(Arena *a, const char *dir, Paths *files) {
  size_t before = files->count;
  if (!walk(a, dir, files, 0)) return EXIT_NOFILE;
  return files->count > before ? 0 : no_models(dir);
}

int files_add(Arena *a, const char *path, Paths *files) {
  if (files_is_directory(path)) return walk_all(a, path, files);
  if (access(path, R_OK) != 0) {
    fprintf(stderr, "dmc: %s: %s\n", path, strerror(errno));
    return EXIT_NOFILE;
  }
  VEC_PUSH(a, files, path);
  return 0;
}
