#!/bin/sh
# make mutate: breaks the searches on purpose, one place at a time, and runs the judge, which must notice.
#   tests/mutate.sh WORK [NAME...]      WORK: scratch directory; NAME: only these mutants
# A mutant is a sed script on one or two files of a copy of the sources. Killed: prop_classes (or the named property), or a
# model with counts, fails or dies. Last line: N killed, N survived. Exit 1 when one survived or a script changed nothing.
cd "$(dirname "$0")/.." || exit 1
work=$1
shift
only=" $* "
case $work in /*) ;; *) work=$PWD/$work ;; esac
src=$work/src
mkdir -p "$work" || exit 1
rm -rf "$src" && mkdir -p "$src" || exit 1
for f in Makefile .ci lang compiler vm explore stdlib tests examples; do cp -r "$f" "$src/" || exit 1; done
build() { # PROPERTY
  ${MAKE:-make} -C "$src" --no-print-directory B="$work/build" CFLAGS=-Wno-error "$work/build/dmc" "$work/build/tests/prop/$1" >"$work/build.log" 2>&1
}
# The judge first, which stops at the first wrong program; then the models with counts.
notices() { # PROPERTY LOG
  timeout 100 "$work/build/tests/prop/$1" -f >"$2" 2>&1 || return 0
  timeout 100 "$work/build/dmc" test tests/golden/step tests/golden/regress examples/papers >"$2" 2>&1 || return 0
  return 1
}
build prop_classes && build prop_commute && build prop_jobs || { cat "$work/build.log"; exit 1; }

killed=0 survived=0
# mutant NAME ALGO PROPERTY FILE SED [FILE SED]: ALGO all, or the one that is broken
mutant() {
  name=$1 algo=$2 property=$3
  [ "$only" = '  ' ] || case $only in *" $name "*) ;; *) return ;; esac
  shift 3
  files=
  while [ $# -gt 1 ]; do
    sed "$2" "$1" >"$src/$1" || exit 1
    files="$files $1"
    if cmp -s "$1" "$src/$1"; then
      printf '%-34s changes nothing in %s\n' "$name" "$1"
      survived=$((survived + 1))
      for f in $files; do cp "$f" "$src/$f"; done
      return
    fi
    shift 2
  done
  if ! build "$property"; then
    printf '%-34s does not compile\n' "$name"
    tail -n 5 "$work/build.log"
    survived=$((survived + 1))
  else
    start=$(date +%s)
    [ "$algo" = all ] && unset DMC_PROP_ALGO || export DMC_PROP_ALGO="$algo"
    if notices "$property" "$work/$name.log"; then
      printf '%-34s killed after %s s\n' "$name" "$(($(date +%s) - start))"
      killed=$((killed + 1))
    else
      printf '%-34s SURVIVED\n' "$name"
      survived=$((survived + 1))
    fi
  fi
  for f in $files; do cp "$f" "$src/$f"; done
}
C=explore/algo/candidates.c

# Rules that find what else to run.
mutant no-lock-race          optimal prop_classes $C 's/  if (f->lock == UINT32_MAX || !f->owner) return true;/  if (f->lock != 1) return true;/'
mutant no-pending-lock       optimal prop_classes $C 's/  if (!cand_waiting_lock(st, tid, &f, &owner) || /  if (true || !cand_waiting_lock(st, tid, \&f, \&owner) || /'
mutant no-pending-lock-obs   observers prop_classes explore/algo/observers.c 's/ || !cand_waiting_lock(st, (VmTid)t, &f, &owner)) continue;/ || true || !cand_waiting_lock(st, (VmTid)t, \&f, \&owner)) continue;/'
mutant no-guard-rule         optimal prop_classes $C 's/^static bool reverse_guard(.*) {$/&\n  if (st) return true;/'
mutant no-exclusion-sets     optimal prop_classes $C 's/  bool one = objects(st, f->guard) == 1;/  bool one = objects(st, f->guard) > 0;/'
mutant no-other-choices      optimal prop_classes $C 's/ || (f->chooses \&\& !choose_again(st, i))) return false;/) return false;/'
mutant choose-like-before    source prop_classes $C 's/\.choice = f->chooses ? ALL_CHOICES : f->choice, \.others = f->chooses/.choice = f->choice, .others = false/'
mutant only-what-leads-to-it optimal prop_classes $C 's/^    if (hb_before(hb, e, k)) continue;$/    if (hb_before(hb, e, k) || st->policy->early * (k % 2)) continue;/'

# The two published shortcuts that lose classes, and the one this design invites.
mutant dpor-last-race-only   dpor prop_classes explore/algo/dpor.c 's/ || sent(x, i)) backtrack(d, i, x->tid, \&later);/ || sent(x, i)) { backtrack(d, i, x->tid, \&later); return; }/'
mutant source-at-once        source prop_classes explore/algo/source.c 's/  \*settled = false;/  *settled = true;/; s/\.early = false/.early = true/' \
                                                 $C 's/!race(st, e, at, f->fixed \&\& f->lock == UINT32_MAX)/!race(st, e, at, true)/'
mutant optimal-at-once       optimal prop_classes explore/algo/optimal.c 's/  bool redundant = \*settled = false;/  bool redundant = *settled = false, dummy; bool *all = settled; settled = \&dummy; dummy = false; *all = true;/'

# Sleep sets where they do not belong: on dpor, with any member of Q taken.
mutant dpor-sleep-sets       dpor prop_classes explore/algo/dpor.c '
s/^  Threads enabled, backtrack, done;$/  Threads enabled, backtrack, done, asleep; Foot slept[256];/
s/^  bool end = run->end != END_NONE, picked = false;$/  if (run->depth) { DporNode *up = \&d->node[run->depth - 1]; const HbEvent *by = \&d->hb.ev[run->depth - 1]; up->slept[by->tid] = by->foot; for (unsigned t = 0; t < 255; t++) if (t != by->tid \&\& (has(\&up->asleep, (VmTid)t) || has(\&up->done, (VmTid)t)) \&\& !foot_dependent(\&d->feet, (VmTid)t, up->slept[t], by->tid, by->foot)) { put(\&node->asleep, (VmTid)t); node->slept[t] = up->slept[t]; } }\n&/
s/^    else if (a.choice != VM_CRASH \&\& /    else if (a.choice != VM_CRASH \&\& !has(\&node->asleep, a.tid) \&\& /
s/^    uint64_t left = node->backtrack.bits\[k\] \& ~node->done.bits\[k\];$/    uint64_t left = node->backtrack.bits[k] \& ~node->done.bits[k] \& ~node->asleep.bits[k];/'

# Sleep sets and wakeup trees.
mutant sleepers-never-wake   optimal prop_classes explore/algo/step.c 's/    if (b.tid == a->tid || foot_dependent(&st->feet, b.tid, b.foot, a->tid, a->foot)) continue;/    if (b.tid == a->tid) continue;/'
mutant sleepers-all-wake     optimal prop_classes explore/algo/step.c 's/    if (b.tid == a->tid || foot_dependent(&st->feet, b.tid, b.foot, a->tid, a->foot)) continue;/    if (b.tid != a->tid || true) continue;/'
mutant crash-must-come       optimal prop_classes explore/algo/wakeup.c 's/  return b->choice != VM_CRASH ? INITIAL_ADDED : INITIAL_NO;/  return INITIAL_ADDED;/'
mutant unchanged-always      optimal prop_classes $C 's/  if (tail > st->low) return false;/  if (tail == UINT32_MAX) return false;/; s/^  for (size_t k = st->low; k < st->hb.n; k++) if (!hb_before/  for (size_t k = st->hb.n; k < st->hb.n; k++) if (!hb_before/'

# Happens-before.
mutant no-send-to-receive    optimal prop_classes explore/algo/hb.c 's/    case EV_RECEIVE: return !sender || depends(hb, sender - 1);/    case EV_RECEIVE: return true;/'
mutant no-after-to-send      optimal prop_classes explore/algo/hb.c 's/      if (matches(hb, a, op)) return depends(hb, l->at\[i\]);/      if (matches(hb, a, op)) return true;/'
mutant mail-outlives-thread  optimal prop_classes explore/algo/hb.c 's/      if (gone(hb, op->peer)) return true;//'
mutant no-reads              optimal prop_classes explore/algo/hb.c 's/  if (!(ACC_MODE(a) \& ACC_W)) return true;/  if (obj || !obj) return true;/'

# Observers.
mutant unread-writes-ordered observers prop_classes explore/algo/obs.c 's/(x->mode \& ACC_R || a->readers)/(x->mode || a->readers)/'
mutant read-writes-unordered observers prop_classes explore/algo/obs.c 's/(x->mode \& ACC_R || a->readers)/(x->mode \& ACC_R)/'
mutant sends-not-observed    observers prop_classes explore/algo/obs.c 's/  return gone < s2->copies \&\& matches(o, r->matcher, s2->msg);/  return gone > s2->copies;/'
mutant taken-still-observed  observers prop_classes explore/algo/obs.c 's/  return gone < s2->copies \&\& matches/  return matches/'
mutant observer-left-out     observers prop_classes explore/algo/observers.c 's/^  st->v\[n++\] = o->seq\[who\];$//'
mutant finally-is-blind      observers prop_classes explore/algo/observers.c 's/  if (x->final \&\& st->run->end == END_TERMINAL)/  if (x->final \&\& st->run->end == END_NONE)/'
mutant choice-left-out       observers prop_classes explore/algo/observers.c 's/    else if (ee->branches) ok = reverse_chosen(st, e, ef, last);//; s/(!ee->branches || ef->chooses)/true/'
mutant done-only-here        observers prop_classes explore/algo/observers.c 's/^  for (uint32_t w = 0; w <= d; w++) {$/  for (uint32_t w = d; w <= d; w++) {/; s/  x->plain \&= cond_plain/  x->plain = false \&\& cond_plain/'
mutant no-conditions         observers prop_classes explore/algo/condsleep.c 's/^  return !seen;$/  return false;/'
mutant no-debts              observers prop_classes explore/algo/condsleep.c 's/^      s\[left++\] = b;$//'
mutant stuck-is-deadlock     observers prop_classes explore/algo/observers.c 's/^static bool pruned(ExRun \*run) {$/&\n  if (run) return false;/'
mutant stuck-is-never-one    observers prop_classes explore/algo/observers.c 's/^static bool pruned(ExRun \*run) {$/&\n  if (run) return true;/'

# dc:paper. The first is the paper's own key for negative annotations: with burst mutations it loses classes.
mutant paper-key-is-the-write all prop_paper explore/algo/dc_paper.c 's/^  Hist key = r->hist;.*$/  uint32_t s = r->nacc ? d->alts.acc[r->acc].source : d->alts.op[r->op].source;\n  Hist key = hist_mix((Hist){ r->tid, r->index }, s ? (d->rf.ev[s - 1].tid + 1u) << 16 | d->rf.ev[s - 1].index : 0);/'
mutant paper-locks-may-wait  all prop_paper explore/algo/dc_paper.c 's/^  if (w.kind != WAIT_LOCK) return true;$/  if (w.kind) return true;/'
mutant paper-negative-stays  all prop_paper explore/algo/dc_paper.c 's/^    hists_drop(.*$//; s/^  assert(d->negative.*$//'
mutant paper-finally-blind   all prop_paper explore/algo/dc_paper.c 's/(p \&\& base \&\& !final_mutations/(p \&\& !base \&\& !final_mutations/'
mutant paper-one-order       all prop_paper explore/algo/realize_star.c 's/^  bool back = l->side++;$/  bool back = l->side++ \&\& !s;/'
mutant paper-initial-forgotten all prop_paper explore/algo/dc_paper.c 's/^  return pick(to, 0);$/  return true;/'

# The dependence relation itself, and what events say they touch.
mutant thesis-drops-silently all prop_thesis explore/algo/lazy_thesis.c 's/^  if (!t->coming.needed) return;$/  if (t->coming.needed) return;/'
mutant thesis-needs-nothing  all prop_thesis explore/algo/lazy_thesis.c 's/!t->ncalls || (caller(t)->needed \&\& t->satisfiable)/!t->ncalls/'
mutant thesis-sections-equal all prop_thesis explore/algo/lazy_thesis.c 's/^  if (p.before < fixed(t) || p.after >= t->v1) return false;$/  if (p.before < fixed(t)) return true;\n  if (p.after >= t->v1) return false;/'
mutant thesis-all-planned    all prop_thesis explore/algo/lazy_thesis.c 's/^  return cs_constrained(.*$/  return true;/'
mutant thesis-end-covered    all prop_thesis explore/algo/lazy_thesis.c 's/^  if (p.before < fixed(t) || p.after >= t->v1) return false;$/  if (p.before < fixed(t)) return false;\n  if (p.after >= t->v1) return true;/'
mutant thesis-swaps-odd      all prop_thesis explore/algo/lazy_thesis.c 's/while (++c->swaps >> c->cs.ndep == 0)/while ((c->swaps += 1 + (c->swaps \& 1)) >> c->cs.ndep == 0)/'
mutant thesis-kinds-ignored  all prop_thesis explore/algo/lazy_thesis.c 's/^  if (!supported(ev)) unsupported(run, ev->pc);$//'
mutant thesis-choice-ignored all prop_thesis explore/algo/lazy_thesis.c 's/^  if (t->choosy \&\& /  if (false \&\& /'
mutant thesis-waits-ignored  all prop_thesis explore/algo/lazy_thesis.c 's/^  look_at_the_waiting(run);$//'
mutant thesis-joins-free     all prop_thesis explore/algo/lazy_thesis.c 's/^    succeeds(t, i, t->joined\[i\]);$//'
mutant thesis-classes-merged all prop_thesis explore/algo/lazy_thesis.c 's/h += foot_mix(0, hb_hash(&t->hb, i))/h += foot_mix(0, t->hb.ev[i].foot)/'
mutant wait-sets-forgotten   optimal prop_classes vm/vm.c 's/^  bool more = waits.nacc || waits.nops;$/  bool more = false \&\& waits.nops;/'
mutant sends-independent     all prop_commute vm/event.c 's/    if (b->kind == EV_SEND \&\& a->copies \&\& b->copies) return true;//'
mutant after-independent     all prop_commute vm/event.c 's/    if (b->kind == EV_AFTER \&\& a->copies.*//'
mutant reads-free            all prop_commute vm/event.c 's/      if ((ACC_MODE(x->acc\[i\]) | ACC_MODE(y->acc\[k\])) \& ACC_W) return true;/      if (ACC_MODE(x->acc[i]) \& ACC_MODE(y->acc[k]) \& ACC_W) return true;/'
mutant looked-at-unordered   optimal prop_classes vm/waits.c 's/    if (vm_matches(s, op->matcher, msg)) return (VmOp){ .kind = EV_RECEIVE/    if (vm_matches(s, op->matcher, msg)) return (VmOp){ .kind = EV_CHOOSE/'

# Several workers.
mutant given-and-kept        all prop_jobs explore/algo/naive.c 's/, t)) node->end -= n;/, t)) {}/'
mutant way-counted           all prop_jobs explore/run.c 's/    case EX_AGAIN: again(run,/    case EX_AGAIN: step(run,/'
mutant share-lost            all prop_jobs explore/algo/naive.c 's/^  t->node = \*node;$/  t->node = *node, t->node.share = 0;/'
mutant first-not-given       all prop_jobs explore/algo/naive.c 's/^  ns->at\[0\].next = 0;$/  ns->at[0].next = t->nactions > 1;/'
mutant others-forgotten      all prop_jobs explore/team.c 's/^  add_stats(&all->stats, &r->stats);$/  if (!r) add_stats(\&all->stats, \&r->stats);/'
mutant findings-of-one       all prop_jobs explore/team.c 's/^  find_unite(&all->findings, &r->findings, true);$//'
mutant numbers-not-shared    all prop_jobs explore/run.c 's/^  if (t->n == 1) return true;$/  if (t->n) return true;/'

echo "$killed killed, $survived survived"
[ "$survived" = 0 ]
