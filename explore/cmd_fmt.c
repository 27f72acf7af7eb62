/* explore/cmd_fmt.c -- `dmc fmt [--check|--upgrade] DIR|FILE...`: the one formatting.
 * A file is replaced as a whole (a new file beside it, then a rename), so that nobody meets half of it. */
#define _XOPEN_SOURCE 700                    /* realpath */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "explore/commands.h"
#include "explore/files.h"
#include "lang/print.h"

static char *formatted(Model *m, size_t *len) {
  char *text = NULL;
  FILE *out = open_memstream(&text, len);
  if (!out) arena_out_of_memory();
  print_file(&m->ast, m->source, &m->arena, out);
  if (fclose(out) != 0) arena_out_of_memory();
  return text;
}

static bool write_all(int fd, const char *text, size_t len) {
  while (len) {
    ssize_t n = write(fd, text, len);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n;
    len -= (size_t)n;
  }
  return true;
}

/* Replaces the file PATH leads to, links followed. */
static bool replace(const char *path, const char *text, size_t len) {
  struct stat st;
  char *real = realpath(path, NULL);
  size_t size = real ? strlen(real) + 8 : 0;
  char *temp = real ? malloc(size) : NULL;
  bool ok = false;
  if (temp && stat(real, &st) == 0) {
    snprintf(temp, size, "%sXXXXXX", real);
    int fd = mkstemp(temp);
    ok = fd >= 0 && write_all(fd, text, len) && fchmod(fd, st.st_mode & 07777) == 0 && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0) ok = false;
    if (ok) ok = rename(temp, real) == 0;
    if (!ok && fd >= 0) {
      int why = errno;
      unlink(temp);
      errno = why;
    }
  }
  free(temp);
  free(real);
  return ok;
}

static int refused(Model *m, const char *path, ModelStatus s, const Options *o) {
  if (s == MODEL_UNREADABLE) {
    fprintf(stderr, "dmc: %s: %s\n", path, m->why ? m->why : "cannot be read");
    return EXIT_NOFILE;
  }
  diag_print(&m->diags, stderr, opt_color(o, 2));
  return EXIT_MODEL;
}

static int rewrite(const char *path, const char *text, size_t len, const Options *o) {
  if (!replace(path, text, len)) {
    fprintf(stderr, "dmc: %s: cannot be written: %s\n", path, strerror(errno));
    return EXIT_NOFILE;
  }
  if (!o->quiet) fprintf(stderr, "formatted %s\n", path);
  return 0;
}

static int apply(Model *m, const char *path, const Options *o) {
  size_t len;
  bool to_stdout = o->upgrade || strcmp(path, "-") == 0;
  if (m->ast.thesis && !o->upgrade) {
    fprintf(stderr, "dmc: %s: a thesis file is left as it is; `dmc fmt --upgrade` prints its present form\n", path);
    return 0;
  }
  char *text = formatted(m, &len);
  bool same = len == m->source->orig_len && memcmp(text, m->source->orig, len) == 0;
  int code = 0;
  if (o->check && !same) printf("%s: would be formatted differently\n", path);
  if (o->check) code = same ? 0 : 1;
  else if (to_stdout) fwrite(text, 1, len, stdout);
  else if (!same) code = rewrite(path, text, len, o);
  free(text);
  return code;
}

static char *read_stdin(size_t *len) {
  char *text = NULL, buf[4096];
  FILE *out = open_memstream(&text, len);
  size_t n;
  if (!out) arena_out_of_memory();
  while ((n = fread(buf, 1, sizeof buf, stdin)) > 0 && (size_t)ftell(out) < SRC_MAX_BYTES) fwrite(buf, 1, n, out);
  fclose(out);
  return text;
}

static int one(const char *path, const Options *o) {
  Model m;
  ModelStatus s;
  if (strcmp(path, "-") == 0) {
    size_t len;
    char *text = read_stdin(&len);
    s = model_open_text(&m, "-", text, len);
    int code = s == MODEL_OK ? apply(&m, path, o) : refused(&m, path, s, o);
    model_close(&m);
    free(text);
    return code;
  }
  s = model_open(&m, path);
  int code = s == MODEL_OK ? apply(&m, path, o) : refused(&m, path, s, o);
  model_close(&m);
  return code;
}

static int all(const Options *o) {
  int code = 0;
  if (o->nfiles == 0) return cmd_usage("which files? `dmc fmt DIR|FILE...`, or - for standard input");
  if (o->check && o->upgrade) return cmd_usage("--check and --upgrade do not go together");
  Paths files = { 0 };
  for (size_t i = 0; i < o->nfiles; i++) {
    bool whole = strcmp(o->files[i], "-") == 0 || access(o->files[i], R_OK) != 0;      /* `one` says what is wrong with it */
    int c = 0;
    if (whole) VEC_PUSH(o->arena, &files, o->files[i]);
    else c = files_add(o->arena, o->files[i], &files);
    if (c > code) code = c;
  }
  for (size_t i = 0; i < files.count; i++) {
    int c = one(files.at[i], o);
    if (c > code) code = c;
  }
  return code;
}

int cmd_fmt(int argc, char *const *argv) {
  Arena a;
  Options o;
  arena_init(&a);
  opt_init(&o, CMD_FMT, &a);
  int code;
  if (!opt_read(&o, argc, argv)) code = cmd_usage(o.error);
  else if (o.help) code = cmd_options(CMD_FMT, "fmt [--check | --upgrade] DIR|FILE...");
  else code = all(&o);
  arena_deinit(&a);
  return code;
}
