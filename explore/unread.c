/* explore/unread.c -- messages that no receive took, one report per (message, receiver).
 * The mailbox of an ended thread is no part of the state, so what it leaves is seen at the step that ends it: the
 * mailbox before the step, with the step's own sends and receives applied. Crashed threads are excused. */
#include <stdio.h>
#include <string.h>
#include "explore/run.h"

static size_t known_size(const ExRun *run) { return (size_t)(run->program->nmessages + 1) * (VM_MAX_THREADS + 1); }

bool unread_open(ExRun *run) {
  if (!run->program->sends || run->limits->unread == LEVEL_OFF) return true;
  run->unread_known = mem_alloc(run->mem, known_size(run));
  return run->unread_known != NULL;
}

void unread_close(ExRun *run) {
  if (run->unread_known) mem_free(run->mem, run->unread_known, known_size(run));
  if (run->mail) mem_free(run->mem, run->mail, run->mail_cap * sizeof *run->mail);
}

void unread_forget(ExRun *run) {
  if (run->unread_known) memset(run->unread_known, 0, known_size(run));
}

static void report(ExRun *run, Word msg, VmTid receiver) {
  uint32_t kind = vm_message_kind(run->vm, msg);
  uint8_t *known = &run->unread_known[kind * (VM_MAX_THREADS + 1) + receiver];
  char name[100], text[300];
  if (*known) return;
  *known = 1;
  vm_thread_name(run->vm, receiver, name, sizeof name);
  snprintf(text, sizeof text, "%s sent to %s is never received", run->program->messages[kind].name, name);
  ex_find(run, &run->result->unread,
          &(ExFinding){ .what = FIND_UNREAD, .name = run->program->messages[kind].name, .text = text, .pc = UINT32_MAX,
                        .tid = receiver, .tid2 = -1, .key = receiver + 1u }, NULL, 0);
}

static bool room(ExRun *run, size_t n) {
  if (n <= run->mail_cap) return true;
  size_t cap = n * 2 + 16;
  Word *mail = mem_realloc(run->mem, run->mail, run->mail_cap * sizeof *mail, cap * sizeof *mail);
  if (!mail) {
    ex_stop(run, "memory");
    return false;
  }
  run->mail = mail;
  run->mail_cap = cap;
  return true;
}

static void fetch(ExRun *run, VmTid tid) {
  run->nmail = vm_mailbox(run->vm, tid, run->mail, run->mail_cap);
  if (run->nmail <= run->mail_cap) return;
  if (room(run, run->nmail)) vm_mailbox(run->vm, tid, run->mail, run->mail_cap);
  else run->nmail = 0;
}

void unread_before(ExRun *run, VmTid tid) {
  run->nmail = 0;
  if (tid < vm_nthreads(run->vm)) fetch(run, tid);
}

static void append(ExRun *run, Word msg) {
  if (room(run, run->nmail + 1)) run->mail[run->nmail++] = msg;
}

static void take(ExRun *run, uint32_t pos) {
  if (pos >= run->nmail) return;
  memmove(run->mail + pos, run->mail + pos + 1, (run->nmail - pos - 1) * sizeof *run->mail);
  run->nmail--;
}

void unread_after(ExRun *run, const VmEvent *ev) {
  bool ended = ev->flags & EVF_ENDED && ev->kind != EV_CRASH;
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (op->kind == EV_RECEIVE && op->copies && ended) take(run, op->pos);
    if (op->kind != EV_SEND || !op->copies) continue;
    if (op->peer != ev->tid) {
      if (vm_thread(run->vm, op->peer) == TH_ENDED) report(run, op->msg, op->peer);
    } else if (ended) {
      for (unsigned c = 0; c < op->copies; c++) append(run, op->msg);
    }
  }
  if (!ended) return;
  for (size_t i = 0; i < run->nmail; i++) report(run, run->mail[i], ev->tid);
}

void unread_end(ExRun *run) {
  unsigned n = vm_nthreads(run->vm);
  for (unsigned t = 0; t < n; t++) {
    VmThreadStatus st = vm_thread(run->vm, (VmTid)t);
    if (st != TH_RUNNING && st != TH_STUCK) continue;
    fetch(run, (VmTid)t);
    for (size_t i = 0; i < run->nmail; i++) report(run, run->mail[i], (VmTid)t);
  }
}
