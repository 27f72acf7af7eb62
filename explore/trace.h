/* explore/trace.h -- a finding's schedule, run again from the start on a fresh machine and told step by step.
 * Nothing is shown that was not confirmed: the replay must end in the same failure at the same place,
 * or, where a cycle was found, in the state in which the cycle began.
 * Owns: nothing; a trace lives in the arena given. */
#ifndef EXPLORE_TRACE_H
#define EXPLORE_TRACE_H
#include "explore/run.h"

/* Steps are numbered from 1; 0 as the writer of a value means that it is the initial one (also what init wrote without a choice). */
typedef struct { uint32_t loc; const char *name, *before, *after; } ExChange;
typedef struct { uint32_t loc; const char *name, *value; size_t from; } ExRead;      /* from: the step that wrote the value */
typedef struct { const char *name, *value; size_t from; } ExValue;                   /* from: likewise, for shared values */

/* A message that a step sent or received. */
typedef struct {
  bool sent;                     /* else received */
  VmTid peer;                    /* sent: the receiver; received: the sender */
  const char *thread;            /* its name */
  const char *text;              /* Acquire(Worker[1]) */
  uint8_t copies;                /* sent: 0 lost, 2 duplicated */
  size_t other;                  /* sent: the step that received it (the first copy), 0: none did; received: the step that sent it */
} ExMessage;

/* A thread that a step started, or whose end it joined. */
typedef struct { bool joined; const char *thread; size_t ended; /* joined: the step in which it ended, 0: before the first */ } ExPeer;

/* With TRACE_AROUND: what could have been done instead of a step, itself included. */
typedef struct { VmAction action; const char *thread, *choice, *what; Span span, call; } ExOption;
/* With TRACE_AROUND: where a thread stands after a step, and whether it could go on. */
typedef struct { VmThreadStatus status; bool enabled; Span span, call; } ExAt;

typedef struct {
  VmTid tid;
  const char *thread;            /* Worker[2]; "init" for the initial choice */
  EvKind event;
  const char *kind;              /* word of the event */
  uint32_t pc;
  Span span;
  Span call;                     /* the user's call under which library code ran; end 0: none */
  bool called;                   /* the first step of that call */
  const char *choice;            /* digits, or NULL when there was nothing to choose */
  const char *what;              /* what happened, from vm_describe */
  const char *note;              /* the thread ended, failed, stopped; NULL: none */
  bool ended;                    /* the thread ended or crashed in this step */
  bool failed;                   /* a thread failed in this step: the note says how */
  uint32_t lock;                 /* mutex of a lock, trylock, unlock; else UINT32_MAX */
  ExRead *reads; size_t nreads;              /* shared leaves it looked at, with the values they had */
  ExChange *changes; size_t nchanges;
  uint32_t *writes; size_t nwrites;          /* shared leaves it wrote, those that keep their value too */
  ExMessage *messages; size_t nmessages;
  ExPeer *peers; size_t npeers;
  ExChange *mail; size_t nmail;              /* mailboxes that changed: name is the thread, loc its tid */
  ExValue *locals; size_t nlocals;           /* of the thread, after the step */
  const char **prints; size_t nprints;
  ExValue *state; size_t nstate;             /* with TRACE_STATES: all shared values after the step */
  ExOption *options; size_t noptions;        /* with TRACE_AROUND */
  ExAt *at; size_t nat;                      /* with TRACE_AROUND: per tid */
} ExStep;

/* A message that a stuck receive leaves where it is, and why no clause takes it. */
typedef struct { const char *text; size_t from; const char **why; size_t nwhy; } ExLetter;

/* A thread that has not ended, and what it waits for. */
typedef struct ExWait {
  VmTid tid;
  const char *thread, *text;
  VmWaitKind kind;
  uint32_t lock;                 /* WAIT_LOCK: the mutex */
  int holder;                    /* tid, -1: none */
  uint32_t pc;
  Span span, call;
  bool daemon;
  ExLetter *mail; size_t nmail;  /* WAIT_RECEIVE: its mailbox, oldest first */
  struct ExWait *branches; size_t nbranches; /* WAIT_EITHER: what each branch waits for */
} ExWait;

/* A thread that took part; its tid is its place in the list. */
typedef struct {
  const char *name;
  bool daemon;
  VmThreadStatus status;         /* at the end */
  VmOrigin origin;
  size_t nsteps, born;           /* born: the step that started it, 0: none did */
} ExThread;

/* Steps during which a thread holds a mutex or is inside a critical section: from the one that began it to the one that ended it. */
typedef struct { bool critical; VmTid tid; const char *name; size_t from, to; /* 0: till the end */ } ExBand;

typedef struct {
  const ExFinding *finding;
  bool confirmed;
  ExThread *threads; size_t nthreads;
  ExValue *initial; size_t ninitial;
  const char **prints; size_t nprints;       /* before the first step */
  ExAt *at; size_t nat;                      /* with TRACE_AROUND: before the first step */
  ExStep *steps; size_t nsteps;
  ExBand *bands; size_t nbands;              /* in the order in which they begin */
  size_t loop;                               /* progress: the step with which the cycle begins, from 1; 0: there is none */
  ExValue *loop_state; size_t nloop_state;   /* progress: shared values before it */
  ExWait *waits; size_t nwaits;              /* deadlock: at the end; progress: where the cycle begins, also those that could go on */
  const char **cycle; size_t ncycle;         /* threads of a wait-for cycle, in order */
  ExValue *final; size_t nfinal;             /* shared values at the end */
  size_t found;                              /* steps of the schedule as the search met it, before it was shortened; 0: as it is */
  bool shortest;                             /* no run with fewer steps shows the finding */
  const char *because;                       /* a paragraph, where a pattern was recognised; NULL: none was */
} ExTrace;

enum { TRACE_STATES = 1, TRACE_AROUND = 2 };

/* Replays the schedule of FINDING, with what DETAIL (TRACE_*) asks for. FINDING may be no failure (FIND_COUNT: a schedule to show):
 * then the replay is confirmed when every step could be taken. */
ExTrace *trace_build(const BcProgram *p, const ExLimits *l, const ExFinding *finding, unsigned detail, Arena *a);
/* What the mailbox of TID holds, oldest first, as a list; NULL: nothing. */
const char *trace_mailbox(const VmState *vm, VmTid tid, Arena *a);
#endif
