#!/bin/sh
# make mutate: breaks the searches on purpose, one place at a time, and runs the judge, which must notice.
#   tests/mutate.sh WORK [NAME...]      WORK: scratch directory; NAME: only these mutants
# A mutant is a sed script on one or two files of a copy of the sources. Killed: prop_classes (or the named property or unit
# test), or a model with counts, fails or dies; a judge that takes too long has not noticed anything.
# Last line: N killed, N survived. Exit 1 when one survived or a script changed nothing.
cd "$(dirname "$0")/.." || exit 1
work=$1
shift
only=" $* "
case $work in /*) ;; *) work=$PWD/$work ;; esac
src=$work/src
mkdir -p "$work" || exit 1
rm -rf "$src" && mkdir -p "$src" || exit 1
for f in Makefile .ci lang compiler vm explore stdlib tests examples; do cp -r "$f" "$src/" || exit 1; done
program() { case $1 in unit/*) echo "$work/build/tests/$1" ;; *) echo "$work/build/tests/prop/$1" ;; esac; }
build() { # PROPERTY
  ${MAKE:-make} -C "$src" --no-print-directory B="$work/build" CFLAGS=-Wno-error "$work/build/dmc" "$(program "$1")" >"$work/build.log" 2>&1
}
# True: it failed by itself. A search that hangs is killed, and is no answer.
fails() { # LOG COMMAND...
  log=$1
  shift
  timeout -k 10 200 "$@" >"$log" 2>&1
  case $? in 0) return 1 ;; 124|137) slow=', too slow'; return 1 ;; esac
}
# The judge first, which stops at the first wrong program; then the models with counts. Sets $by, or $slow.
notices() { # ALGO PROPERTY LOG
  slow=
  by="the judge"
  case $2 in unit/*) by="the unit test" ;; esac
  for a in $1; do
    [ "$a" = all ] && unset DMC_PROP_ALGO || export DMC_PROP_ALGO="$a"
    case $2-$a in
      prop_classes-all) fails "$3" "$(program "$2")" -f && return 0 ;;
      prop_classes-*) fails "$3" "$(program "$2")" -t every_class_is_met && return 0 ;;
      *) fails "$3" "$(program "$2")" -f && return 0 ;;
    esac
  done
  timeout -k 10 100 "$work/build/dmc" test tests/golden/plan tests/golden/step tests/golden/stateful tests/golden/regress examples/papers >"$3" 2>&1
  case $? in 0) return 1 ;; 124|137) by="a model that never ends" ;; *) by="the models" ;; esac        # all of them take seconds
}
build prop_classes && build prop_commute && build prop_jobs || { cat "$work/build.log"; exit 1; }

killed=0 survived=0
# mutant NAME ALGO PROPERTY FILE SED [FILE SED]: ALGO all, or those that are broken
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
    if notices "$algo" "$property" "$work/$name.log"; then
      printf '%-34s killed by %s after %s s\n' "$name" "$by" "$(($(date +%s) - start))"
      killed=$((killed + 1))
    else
      printf '%-34s SURVIVED%s\n' "$name" "$slow"
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

# The plan engine, shared by dc and lazy.
P=explore/algo/plan.c
mutant plan-end-known        all unit/explore/test_plan $P 's/^  run->known = false;.*$//'
mutant plan-shares-lost      all unit/explore/test_plan $P 's/^    pl->fresh\[i\]->weight = share;$/    pl->fresh[i]->weight = share \/ 2;/'
mutant plan-low-stays        'dc lazy' prop_classes $P 's/^  if (pl->at < pl->low) pl->low = pl->at;$//'
mutant plan-scanned-stays    'dc lazy' prop_classes $P 's/^  if (pl->scanned > to) pl->scanned = to;$//'
mutant plan-seen-forgets     'dc lazy' prop_classes $P 's/^    seen\[at\] = n->seen\[i\];$/    if (i) seen[at] = n->seen[i];/'
mutant plan-path-of-others  'dc lazy' prop_classes $P 's/^  for (; up \&\& pl->path\[up->depth\].node != up; up = up->parent) shared = up->depth;$//'
mutant plan-shared-by-thread 'dc lazy' prop_classes $P 's/ \&\& path\[i\].action.choice == t->a\[i\].choice) i++;/) i++;/'

# dc: what an execution suggests.
S=explore/algo/dc_sources.c A=explore/algo/dc_ask.c F=explore/algo/dc_final.c
mutant dc-no-pending-lock    dc prop_classes $A 's/    if (wait.kind == WAIT_LOCK \&\& wait.lock == k->mutex/    if (wait.kind > WAIT_LOCK + 99 \&\& wait.lock == k->mutex/'
mutant dc-pending-not-rewired dc prop_classes $S 's/^static bool pending_locks(const Ask \*k) {$/&\n  if (k) return true;/'
mutant dc-no-rewired         dc prop_classes $S 's/^  k->nvariants = k->q.variants = dc->alts.n;$/  k->nvariants = k->q.variants = 0;/'
mutant dc-rewired-in-future  dc prop_classes $S 's/ || dc->rewire\[i\] == k->pos || / || dc->rewire[i] == k->pos || !dc_excluded(k, rf_row(rf, dc->rewire[i])) || /'
mutant dc-two-histories      dc prop_classes $S 's/^    if (l->alt\[as->at\[j\]\].tid == l->alt\[v\].tid) return false;$//'
mutant dc-old-and-new        dc prop_classes $S 's/^    if (dc->set\[dc->alts.alt\[as\[i\]\].tid\] > dc->alts.alt\[as\[i\]\].index) return true;$/    if (i > n) return true;/'
mutant dc-no-initial-value   dc prop_classes $S 's/^  return newest.n || low || pick(to, 0);$/  return true;/'
mutant dc-overwritten-first  dc prop_classes $S 's/^    if (inside \&\& !over) newest/    if (!over) newest/'
mutant dc-locks-by-source    dc prop_classes explore/algo/dc.c 's/^  if (e->lock != RF_NONE) {$/  if (e->lock != RF_NONE \&\& !e) {/'
mutant dc-no-next-owner      dc prop_classes $A 's/^bool dc_ask_lock(Ask \*k) {$/&\n  if (k) return true;/'
mutant dc-only-locks-take    dc prop_classes $A 's/^static bool ask_taker(.*) {$/&\n  if (k) return true;/'
mutant dc-low-when-fresh     dc prop_classes explore/algo/dc.c 's/\.low = fresh ? 0 : pl->low/.low = pl->low/'

# Messages and ends of threads.
mutant dc-consumed-again     dc prop_classes $S 's/^  return left == 0;$/  return false;/'
mutant dc-sends-not-rewired  dc prop_classes $A 's/^      if (alts_sends(l, v, i, e->tid) \&\& /      if (!e \&\& /'
mutant alts-sends-not-rewired dc prop_classes explore/algo/alts.c 's/^      if (!alts_sends(as, v, k, q->spot.tid) || /      if (k + 1 || /'
mutant alts-no-empty-box     dc prop_classes explore/algo/alts.c '/^static bool bind_mail/,/^}/s/^  if (!explore(as, q, \&b)) return false;$//'
mutant dc-after-always-waits dc prop_classes $A 's/^  return !after || ask_receive_of(k, NULL, 0, 0);$/  return after || true;/'
mutant dc-ends-not-rewired   dc prop_classes explore/algo/dc.c 's/^  bool ends = dc->rf.looks \&\& e->flags \& EVF_ENDED; .*$/  bool ends = false;/'
mutant alts-ends-not-rewired dc prop_classes explore/algo/alts.c 's/^    if (a->tid != peer || !(a->flags \& EVF_ENDED || a->kind == EV_CRASH)) continue;$/    if (a) continue;/'
mutant alts-ended-never      dc prop_classes explore/algo/alts.c 's/^  if (q->end(q, peer) \&\& !explore/  if (!q \&\& !explore/'
mutant alts-ended-always     dc prop_classes explore/algo/alts.c '/^static bool bind_join/,/^}/s/^  if (!explore(as, q, \&b)) return false;$//'

# Crashes, guards that are stuck, finally.
mutant dc-no-crash-node      dc prop_classes explore/algo/plan.c 's/^  if (!pl->crashes || !vm_can_crash(/  if (pl || !vm_can_crash(/'
mutant dc-nocrash-forgotten  dc prop_classes explore/algo/plan.c 's/ pl->nocrash\[w->tid\] = w->index + 1;/ pl->nocrash[w->tid] = 0;/'
mutant dc-crashes-only-first dc prop_classes explore/algo/dc.c 's/^    if (vm_thread(vm, (VmTid)t) == TH_RUNNING \&\& !plan_crash_node/    if (vm_thread(vm, (VmTid)t) == TH_UNBORN \&\& !plan_crash_node/'
mutant dc-stuck-as-it-ran    dc prop_classes $F 's/^  if (!dc->guards || pl->task->mode == MODE_AGAIN) return PLAN_GO;$/  if (pl) return PLAN_GO;/'
mutant dc-stuck-edges-free   dc prop_classes $F 's/^static bool stuck_edges(Order \*o) {$/&\n  if (o) return true;/'
mutant dc-stuck-ops-free     dc prop_classes $F 's/^static bool stuck_ops(.*) {$/&\n  if (rf) return true;/'
mutant dc-again-decides-less dc prop_classes explore/algo/dc.c 's/^  for (uint32_t i = pl->task->mode == MODE_PLAIN ? pl->task->n : 0; /  for (uint32_t i = pl->task->n; /'
mutant dc-again-all-decided  dc prop_classes explore/algo/dc.c 's/^  bool again = pl->task->mode == MODE_AGAIN;$/  bool again = false;/'
mutant dc-no-finally         dc prop_classes explore/algo/dc.c 's/ || !pl->run->program->finally_.entry || dc_final_nodes(pl);/ || true || dc_final_nodes(pl);/'
mutant dc-finally-as-it-ran  dc prop_classes $F 's/^  if (had == pl->npath) return true;$/  if (had) return true;/'
mutant dc-finally-any-last   dc prop_classes $F 's/^    if (rf->acc\[v - 1\].ev != w \&\& !real_edge(.*$/    if (rf->acc[v - 1].ev == UINT32_MAX) return false;/'
mutant dc-finally-unstuck    dc prop_classes $F 's/^  if (x == REAL_YES \&\& stuck_edges(\&dc->order) \&\& real_copy/  if (x == REAL_YES \&\& real_copy/'

# Histories.
mutant rf-hist-no-choice     dc prop_classes explore/algo/rf.c 's/^  h = hist_mix(hist_mix(h, index), vm_choice_key(rf->run->vm, choice));$/  h = hist_mix(h, index);/' \
                                             $A 's/hist_mix(hist_mix(hist_mix(h, e->index), vm_choice_key(rf->run->vm, e->choice)), obj)/hist_mix(hist_mix(h, e->index), obj)/'
mutant rf-hist-one-source    dc prop_classes explore/algo/rf.c 's/^  for (uint32_t i = 0; i < nacc; i++) {$/  for (uint32_t i = 0; i < nacc \&\& i < 1; i++) {/'
mutant rf-hist-no-message    dc prop_classes explore/algo/rf.c 's/^  return hist_join(h, of_source(o->source, of, ctx));$/  return h;/'
mutant rf-no-init            dc prop_classes explore/algo/rf.c 's/^    if (ev->kind == EV_INIT) rf->initial\[obj\] = a->value;$/    if (ev->kind == EV_INIT) {}/'
mutant rf-mail-not-undone    dc prop_classes explore/algo/rf.c 's/^    case LOG_MAIL: mail->n--; break;$/    case LOG_MAIL: break;/'
mutant rf-writes-not-undone  dc prop_classes explore/algo/rf.c 's/ rf->write\[ACC_OBJ(a->acc)\] = a->older;/ {}/'

# Orders.
O=explore/algo/order.c
mutant order-no-mailbox      dc prop_classes $O 's/^  return o->rf->run->program->sends ? order_mail(o) : REAL_YES;$/  return REAL_YES;/'
mutant order-mail-not-taken  dc prop_classes $O 's/^    o->box\[s\].left--;$//'
mutant order-mail-any        dc prop_classes $O '/^static bool mail_fits/,/^}/s/^    if (o->box\[i\].left \&\& .*$/    if (i > o->nbox) return false;/'
mutant order-choices-no-mail dc prop_classes $O 's/^  for (uint32_t k = v->nownops; k < v->nops \&\& ok; k++)$/  for (uint32_t k = v->nops; k < v->nops \&\& ok; k++)/'
mutant order-ends-unseen     dc prop_classes $O 's/^static bool order_looks(.*) {$/&\n  if (o) return true;/'
mutant order-no-choice       dc prop_classes $O 's/^  return real_either(\&o->z, other, source, reader, other) ? .*$/  return REAL_YES;/'
mutant order-initial-free    dc prop_classes $O 's/^  if (source == RF_NONE) return real_edge.*$/  if (source == RF_NONE) return REAL_YES;/'
mutant order-append-all      dc prop_classes $O 's/ \&\& last_write(o, ACC_OBJ(v.acc\[k\].acc), i) != v.acc\[k\].source) return false;/ \&\& !i) return false;/'
mutant order-put-in-anywhere dc prop_classes $O 's/^  if (after >= before) return false;$//'
mutant order-put-in-writes   dc prop_classes $O '/^static bool put_in/,/^}/s/^    if (ACC_MODE(v.acc\[k\].acc) != ACC_R) return false;$/    if (!(ACC_MODE(v.acc[k].acc) \& ACC_R)) return false;/'
mutant order-put-in-ends     dc prop_classes $O '/^static bool put_in/,/^}/s/^  if (v.nops || .*$/  if (v.nops) return false;/'
mutant order-simulates-all   dc prop_classes $O 's/^static bool simulate(Order \*o) {$/&\n  if (o) return true;/'
mutant order-past-first-all  dc prop_classes $O '/^static bool past_first/,/^}/s/return simulate(o);/return true;/'
mutant order-source-last-all dc prop_classes $O '/^static bool source_last/,/^}/s/return simulate(o);/return true;/'
mutant causal-own-write      dc prop_classes explore/algo/causal.c 's/^  while (lo > r->from \&\& c->write\[lo - 1\] == reader) lo--;$//'
mutant causal-nothing-after  dc unit/explore/test_causal explore/algo/causal.c 's/^  return lo == r->to || c->write\[lo\] == w || edge(c, reader, .*$/  return true;/'
mutant causal-nothing-before dc unit/explore/test_causal explore/algo/causal.c 's/^  if (lo > r->from \&\& c->write\[lo - 1\] != w \&\& (w == c->n .*$//'
mutant causal-not-closed     dc unit/explore/test_causal explore/algo/causal.c 's/^    if (changed \&\& !propagate(c, source, ctx, \&changed)) return false;$//'
mutant causal-rows-ignored   dc unit/explore/test_causal explore/algo/causal.c 's/ready = t == x->tid || row\[t\] <= done\[t\];/ready = t == x->tid || row[t] <= done[t] + 1;/'

# lazy.
L=explore/algo/lazy.c
mutant lazy-owner-after-owner lazy prop_classes $L 's/^  return taken_before(pl, entry, prev) || instead(/  return instead(/; /^static PlanAnswer arrived/,/^}/s/taker(pl, top)/(uint32_t)z->hb.n - 1/'
mutant lazy-no-next-owner    lazy prop_classes $L 's/^  bool waits = e->lock != UINT32_MAX \&\& writes(z, e, e->lock);$/  bool waits = false;/'
mutant lazy-no-pending-lock  lazy prop_classes $L 's/^    if (w.kind == WAIT_LOCK \&\& w.lock == m \&\& /    if (w.kind > WAIT_LOCK + 99 \&\& /'
mutant lazy-no-locks-first   lazy prop_classes $L 's/^static bool locks_first(.*) {$/&\n  if (pl) return true;/'
mutant lazy-no-waiting-first lazy prop_classes $L 's/^    if (w.kind == WAIT_LOCK \&\& writes(/    if (w.kind > WAIT_LOCK + 99 \&\& writes(/'
mutant lazy-no-executed-first lazy prop_classes $L 's/^    if (k > at \&\& c->lock != UINT32_MAX \&\& /    if (k == UINT32_MAX \&\& /'
mutant lazy-no-races-within  lazy prop_classes $L 's/^static bool races_within(.*) {$/&\n  if (pl) return true;/'
mutant lazy-old-choice       lazy prop_classes $L 's/^static VmAction elsewhere(.*$/static VmAction elsewhere(const HbEvent *e) { return (VmAction){ e->tid, e->choice }; }/'
mutant lazy-no-other-choices lazy prop_classes $L 's/^      return !made || !z->hb.ev\[at\].branches || instead(.*$/      return true;/'
mutant lazy-no-crash-node    lazy prop_classes explore/algo/plan.c 's/^  if (!pl->crashes || !vm_can_crash(/  if (pl || !vm_can_crash(/'
mutant lazy-nocrash-forgotten lazy prop_classes explore/algo/plan.c 's/ pl->nocrash\[w->tid\] = w->index + 1;/ pl->nocrash[w->tid] = 0;/'
mutant lazy-crash-must-come  lazy prop_classes $L 's/ \&\& !without_crash(pl, entry)) return false;/ \&\& !pl) return false;/'
mutant lazy-whole-covered    lazy prop_classes $L 's/^  clock_copy(pl->done, plan_set(pl, top), pl->stride);$//'
mutant lazy-seen-not-asked   lazy prop_classes $L 's/^  if (at == UINT32_MAX || (seen \&\& pl->task->mode != MODE_CERTAIN)) return PLAN_DROP;$/  if (at == UINT32_MAX) return PLAN_DROP;/'
mutant lazy-foreseen-anyway  lazy prop_classes $L 's/^    if (\(plan_seen(pl, pl->path\[entry\].node, foresee(.*, \&ok)\) || !ok) return ok;$/    \1;/'
mutant lazy-all-certain      lazy prop_classes $L 's/ return e->fixed \&\& e->lock == UINT32_MAX \&\& !e->branches; }/ return e->lock == UINT32_MAX \&\& !e->branches; }/'
mutant lazy-foreseen-apart   lazy prop_classes $L 's/ \&\& !(first \&\& covered_by(z, first, first_prev, k))) out->at/) out->at/'
mutant lazy-owner-or-nothing lazy prop_classes $L 's/^  return pl->npath \&\& pl->path\[pl->npath - 1\].what.kind == NODE_LOCK ? PLAN_SKIP : PLAN_DROP;.*$/  return PLAN_DROP;/'
mutant lazy-low-too-high     lazy prop_classes $L 's/(entry - 1 < old \&\& d < pl->low)/(entry - 1 < old \&\& d <= pl->low)/'
mutant lazy-hist-no-races    lazy prop_classes $L 's/^  return (Hist){ sum.a + x.a, sum.b + x.b };$/  return x.a ? sum : x;/'
mutant lazy-hist-no-choice   lazy prop_classes $L 's/^  h = hist_mix(hist_mix(hist_mix(h, vm_thread_key(run->vm, e->tid)), e->index), .*$/  h = hist_mix(hist_mix(h, vm_thread_key(run->vm, e->tid)), e->index);/'
mutant lazy-within-k-past    lazy prop_classes $L '/^static bool reverse_within(/,/^}/s/^  mark_before(z, k);$//'
mutant lazy-without-d-past   lazy prop_classes $L '/^static bool reverse(/,/^}/s/^  mark_before(z, d);$/  z->in[d] = true;/'
mutant lazy-stuck-order-free lazy prop_classes $L 's/ \&\& (!(f->flags \& EVF_STUCK) || e->tid > f->tid)) return false;/ \&\& !(f->flags \& EVF_STUCK)) return false;/'
mutant lazy-stuck-any-noticed lazy prop_classes $L 's/ \&\& (!(f->flags \& EVF_STUCK) || e->tid > f->tid)) return false;/) return false;/'
mutant lazy-stuck-is-stuck   lazy prop_classes $L 's/ \&\& (!(f->flags \& EVF_STUCK) || e->tid > f->tid)) return false;/ \&\& !f) return false;/'
mutant lazy-stuck-and-open   lazy prop_classes $L 's/^  return !vm_stuck_open(run->vm, e->tid) \&\& z->first\[i\];$/  return run \&\& z->first[i];/'
mutant lazy-stuck-any-choice lazy prop_classes $L 's/^  return !vm_stuck_open(run->vm, e->tid) \&\& z->first\[i\];$/  return !vm_stuck_open(run->vm, e->tid);/'

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

# What threads may do: facts.
F=vm/facts.c
X=unit/vm/test_facts
mutant facts-no-next         all $X $F '/^static bool spread/,/^}/s/^    for (uint32_t j = 0; j < a->alt.nnext; j++) more .*$//'
mutant facts-kills-ignored   all $X $F 's/^  for (uint32_t i = p->kill_at\[st->pc\]; .*$//'
mutant facts-cases-mixed-up  all $X $F 's/ || c->seen\[i\].w != seen\[i\].w) return false;/) return false;/'
mutant facts-case-unknown    all $X $F '/^static bool same_case/,/^}/s/c->seen\[i\].known != seen\[i\].known || //'
mutant facts-unlocks-unseen  all $X $F 's/^  bool stays = !has(/  bool stays = held || !has(/'
mutant facts-held-is-written all $X $F 's/(held ? SET_U : SET_W)/SET_W/'
mutant facts-no-crash        all $X $F 's/^static void crash_future(.*$/static void crash_future(const VmState *s, VmPoint q, uint64_t *sets) { (void)s, (void)q, (void)sets; }/'
mutant facts-never-mixed     all $X $F 's/\.mixed = lost || (f->chooses \&\& f->blocks)/.mixed = lost/'
mutant facts-branches-swapped all $X $F 's/t->branches\[alt\]/t->branches[t->n - 1 - alt]/'
mutant facts-lock-hides-all  all $X $F 's/ \& ~(a->sure ? \(.*\) : 0);$/ \& ~\1;/'
mutant facts-lock-hides-none all $X $F 's/ \& ~(a->sure ? .* : 0);$/ \& ~(a ? 0ull : 1ull);/'
mutant facts-waits-forgotten all $X $F 's/^static void forget_waits(Facts \*f) { if (!f->blocks) /static void forget_waits(Facts *f) { /'
mutant facts-no-children     all $X $F 's/^  if (in->op == OP_SPAWN) start_child(s, f, in);$//'
mutant facts-no-invariants   all $X $F 's/^    if (e->mode \& ACC_W) add_props(.*$//'
mutant facts-sends-read      all $X $F 's/add_object(s, sets, OBJ_MAILBOX(p, op->peer), ACC_W); break;/add_object(s, sets, OBJ_MAILBOX(p, op->peer), ACC_R); break;/'
mutant facts-budgets-free    all $X $F 's/^    add_object(s, f->foot, e->budget\[i\], ACC_RW);$//'
mutant facts-lost-is-nothing all $X $F 's/^  if (lost) memset(foot, 255, size);$/  if (lost) memset(foot, 0, size);/'
mutant facts-merged-as-first all $X $F 's/ x->st.stack\[i\] = abs_unknown(), more = true;$/ more = false;/'
mutant facts-one-of-sharing  all $X $F 's/^  if (obj < p->nlocs) return obj % FACTS_LEAVES;$/  if (obj < p->nlocs) return obj < FACTS_LEAVES ? obj : FACTS_LEAVES - 1;/'
mutant facts-no-mailboxes    all $X $F 's/(p->sends || p->nreceives ? 256 : 0)/(p->sends ? 256 : 0)/'
mutant facts-anybody-unlocks all $X $F 's/ || s->w\[loc\] == W_IMM(tid + 1)) return true;$/ || s->w[loc]) return true;/'
mutant facts-ends-unnoticed  all $X $F 's/^  return s->facts->joins \&\& has(sets + SET_Q .*$/  return !s \&\& sets \&\& tid;/'
mutant facts-holder-unknown  all $X $F 's/^    for (; hit; hit \&= hit - 1) if (s->w\[.*$/    if (hit \&\& tid < 255) return true;/'
mutant facts-trylock-hidden  all $X $F 's/^    if (hit \& (future\[SET_X \* f->words + i\] | ~mutex_bits(s, i))) return true;$/    if (hit \& ~mutex_bits(s, i)) return true;/'
mutant facts-objects-alike   all $X $F 's/case EV_RECEIVE: if (s->facts->objects) /case EV_RECEIVE: /'
mutant abstract-not-dirty    all $X vm/abstract.c 's/^static bool is_dirty(.*) {$/&\n  if (n) return false;/'
mutant abstract-held-is-free all $X vm/abstract.c 's/^  bool taken = m.known \&\& m.w != W_IMM(0);$/  bool taken = m.known \&\& m.w == W_IMM(255);/'
mutant abstract-first-cell   all $X vm/abstract.c 's/^  out->n = v->type->width;$/  out->n = 1;/'
mutant abstract-own-lock     all $X vm/abstract.c 's/^  e->blocks = e->locks \&\& !(taken .*$/  e->blocks = e->locks;/'
mutant abstract-mail-or-not  all $X vm/abstract.c 's/^  bool gets = e->any_peer || .*$/  bool gets = true;/'
mutant abstract-cas-writes   all $X vm/abstract.c 's/^    if (same == 0) mode = ACC_R;$//'
mutant abstract-one-way      all $X vm/abstract.c 's/^  if (!t.known || t.w == W_IMM(0)) next(e, n->pc + 1);$/  if (t.known \&\& t.w == W_IMM(0)) next(e, n->pc + 1);/'

# Source sets.
C=explore/algo/closure.c
X=unit/explore/test_closure
mutant closure-no-waits      all $X $C 's/^  return u->waits \&\& (/  return !u \&\& (/'
mutant closure-from-a-crash  all $X $C 's/ || v->actions\[a\].action.choice == VM_CRASH) continue;/) continue;/'
mutant closure-no-way        all $X $C '/^static bool finds_a_way/,/^}/s/ != WAYS_ALL;/ == WAYS_NOMEM;/'
mutant closure-all-changes   all $X $C 's/ \&= ~stays;/ \&= ~0ull | stays;/'
mutant closure-first-unit    all $X $C 's/^  for (uint32_t u = t->unit; u < t->unit + t->nunits; u++) n = add(/  for (uint32_t u = t->unit; u < t->unit + 1; u++) n = add(/'
mutant closure-not-closed    all $X $C '/^static void close_over/,/^}/s/^  for (uint32_t i = 0; i < n; i++) {$/  for (uint32_t i = 0; i < n \&\& i < t->nunits; i++) {/'
mutant closure-no-conflicts  all $X $C 's/^  if (u->enabled \&\& vm_comes_first(/  if (!u \&\& vm_comes_first(/'
mutant closure-persistent-now all $X $C 's/persistent ? brings_future : brings, persistent/brings, persistent/'
mutant closure-whole-threads all $X $C 's/persistent ? brings_future : brings, persistent/persistent ? brings_future : brings, true/'
mutant closure-largest       all $X $C 's/^    if (n >= best) continue;$/    if (n > best) continue;/'
mutant view-enabled-never-waits all $X explore/algo/view.c 's/\.waits = a->mixed, /.waits = false, /'
mutant view-disabled-never-waits all $X explore/algo/view.c 's/v->units\[i\].waits |= !v->units\[i\].enabled;/v->units[i].waits |= false;/'

# First sets.
P=explore/algo/pifs.c
X=unit/explore/test_pifs
mutant pifs-waiting-ignored  all $X $P 's/^  if (!u->waits) return false;$/  if (u) return false;/'
mutant pifs-enabled-ignored  all $X $P 's/^  if (u->enabled \&\& view_conflict(v, u->foot, p->ops)) return true;$//'
mutant pifs-one-round        all $X $P 's/^    more = gather(p, run, v) || p->grew;$/    more = !gather(p, run, v) \&\& !p;/'
mutant pifs-grew-unnoticed   all $X $P 's/^    more = gather(p, run, v) || p->grew;$/    more = gather(p, run, v);/'
mutant pifs-members-stay     all $X $P 's/^  vm_may_move(.*$//'
mutant pifs-unlocks-ignored  all $X $P 's/ || sets_unlock(u->may, p->ops, v->words)) return true;/) return true;/'
mutant pifs-writes-ignored   all $X $P 's/^  if (sets_enable(u->may, p->ops, v->words) || /  if (/'
mutant pifs-crashes-count    all $X $P 's/p->unwrapped += v->threads\[t\].enabled;/p->unwrapped++;/' 
mutant pifs-crash-is-free    all $X $P 's/^  if (unit->alt == UNIT_CRASH) return do_also(p, unit->foot, v->words), true;$/  if (unit->alt == UNIT_CRASH) return true;/'
mutant pifs-labels-all       all $X $P 's/^  if (vm_first_now(m->run->vm, a->foot)) /  /'
mutant ways-guards-open      all $X explore/algo/ways.c 's/^  if (!a->happens) return WAYS_ALL;$//'
mutant ways-no-crash         all $X explore/algo/ways.c 's/^  if (crash.foot \&\& !v->visit(v->ctx, &crash)) return WAYS_STOPPED;$//'
mutant ways-one-step         all $X explore/algo/ways.c 's/^  for (uint32_t i = 0; i < a->nnext; i++) if (!reach/  for (uint32_t i = a->nnext; i < a->nnext; i++) if (!reach/'

# The reduced graph.
R=explore/algo/reduced.c
full=stateful:full+sleep
mutant reduced-sleep-kept    $full prop_stateful $R 's/ \&\& !view_conflict(v, b->foot, taken->foot)) x->list/) x->list/'
mutant reduced-own-sleeps    $full prop_stateful $R 's/ \&\& b->action.tid != taken->action.tid \&\& !view_conflict/ \&\& !view_conflict/'
mutant reduced-larger-covers all prop_sources $R 's/sleep_subset(&x->sleep, x->nodes\[\*by\].sleep, sleep)/sleep_subset(\&x->sleep, sleep, x->nodes[*by].sleep)/'
mutant reduced-all-covers    all prop_sources $R 's/^    if (sleep_subset(&x->sleep, .*$/    if (sleep < UINT32_MAX) return true;/'
mutant reduced-pifs-of-sleepers $full prop_stateful $R 's/^  for (size_t i = 0; i < v->nactions; i++) if (!sleeps_on(x, v->actions\[i\].action)) /  for (size_t i = 0; i < v->nactions; i++) if (sleeps_on(x, v->actions[i].action)) /'
mutant reduced-never-needed  $full prop_stateful $R 's/^  return awake \&\& (!x->how.pifs || .*$/  return awake \&\& !x->how.pifs;/'
mutant reduced-crash-sleeps  $full prop_stateful $R 's/ some |= all \&\& a\[i\].choice != VM_CRASH;/ some |= all;/'
mutant reduced-sleep-dropped all unit/explore/test_reduced $R 's/^    if (x->sleeps\[i\] \&\& b->action.tid != /    if (!x \&\& b->action.tid != /'
mutant reduced-taken-awake   all unit/explore/test_reduced $R 's/^  x->sleeps\[i\] = !x->how.loops;$//'
mutant reduced-always-needed all unit/explore/test_reduced $R 's/^  return awake \&\& (!x->how.pifs || .*$/  return true;/'
mutant reduced-any-order     all unit/explore/test_reduced $R 's/ x->rank\[x->order\[k - 1\]\] < x->rank\[a\]; k--)/ x->rank[x->order[k - 1]] > x->rank[a]; k--)/'
mutant proviso-none          all prop_stateful explore/algo/proviso.c 's/^  if (!x->arrived \&\& !run->stop \&\& x->on_stack\[x->state\]) f->end = f->all;$/  (void)f;/'
mutant proviso-self-loops    all prop_stateful explore/algo/proviso.c 's/ \&\& x->on_stack\[x->state\]) f->end = f->all;$/ \&\& x->state == f->state) f->end = f->all;/'
mutant sleep-partly-inside   all unit/explore/test_sleep explore/algo/sleep.c 's/^  return i == p->n;$/  return i > 0;/'
mutant sleep-choices-alike   all unit/explore/test_sleep explore/algo/sleep.c 's/^static bool same_action(.*$/static bool same_action(VmAction x, VmAction y) { return x.tid == y.tid; }/'
mutant sleep-smaller-inside  all unit/explore/test_sleep explore/algo/sleep.c 's/^  if (p->n > q->n || p->some \& ~q->some) return false;$/  if (p->n <= q->n) return true;/'
mutant paths-no-sum          all unit/explore/test_paths explore/algo/paths.c 's/mpz_add(w->count\[node\], w->count\[node\], w->count\[to\])/mpz_set(w->count[node], w->count[to])/'
mutant paths-ends-everywhere all unit/explore/test_paths explore/algo/paths.c 's/^  if (!p->nodes\[node\].n) mpz_set_ui/  mpz_set_ui/'

# Several workers.
mutant given-and-kept        all prop_jobs explore/algo/share.c 's/ ns->at\[i\].end -= spare(ns, i);/ {}/'
mutant way-counted           all prop_jobs explore/run.c 's/    case EX_AGAIN: again(run,/    case EX_AGAIN: step(run,/'
mutant share-lost            all prop_jobs explore/algo/share.c 's/^    t->nodes\[i\] = \*node;$/    t->nodes[i] = *node, t->nodes[i].share = 0;/'
mutant first-not-given       all prop_jobs explore/algo/share.c 's/^  ns->n = t->nnodes;$/  ns->n = t->nnodes, ns->at[0].next += t->nactions > 1;/'
mutant others-forgotten      all prop_jobs explore/team.c 's/^  add_stats(&all->stats, &r->stats);$/  if (!r) add_stats(\&all->stats, \&r->stats);/'
mutant findings-of-one       all prop_jobs explore/team.c 's/^  find_unite(&all->findings, &r->findings, true);$//'
mutant shard-no-lock         all unit/explore/test_shards explore/shards.c '/^StoreStatus shards_add/,/^}/s/^  pthread_mutex_.*lock(&shard->lock);$//'
mutant store-same-length     all unit/explore/test_store explore/store.c 's/^    if (n == len \&\& memcmp(p, bytes, len) == 0) return true;$/    if (n == len) return true;/'
mutant store-number-of-last  all unit/explore/test_store explore/store.c 's/ \*number = s->slots.numbers\[i\];/ *number = s->count - 1;/'
mutant slots-not-in-order    all unit/explore/test_slots explore/slots.c 's/^    if (home > place) place = home;$/    if (home > place || !(s->count % 7)) place = home;/'
mutant slots-end-full        all unit/explore/test_slots explore/slots.c 's/^    if (end + 1 < s->room) {$/    if (end < s->room) {/'
mutant states-by-own-number  all prop_jobs vm/encode.c 's/^  uint32_t number = o->ok ? vm_share_part(.*$/  uint32_t number = local + (uint32_t)begin * 0;/'
mutant states-half-spelled   all prop_jobs vm/encode.c '/^static uint32_t agree(/,/^}/s/i < n \&\& o->ok; i++/i < (n + 1) \/ 2 \&\& o->ok; i++/'
mutant states-known-to-me    all prop_jobs explore/algo/reach.c 's/^  return r->shards ? shards_add(r->shards, bytes, len) : /  return /'
mutant hashes-are-enough     all unit/explore/test_team explore/ends.c 's/^  ex_prune(run, "hash");$//'
mutant numbers-not-shared    all unit/explore/test_team explore/run.c 's/^  if (t->n == 1) return true;$/  if (t->n) return true;/'

# Runs that never end.
mutant hope-not-handed-on    all prop_lasso explore/algo/lasso.c 's/^  else if (other != c->id) hope_for(c, t->hope\[other\]);$//'
mutant crashes-are-steps     all unit/explore/test_lasso explore/algo/lasso.c 's/ || e->choice == VM_CRASH) continue;/) continue;/'
mutant steps-need-not-be     all prop_lasso explore/algo/lasso.c 's/^    if (c->can\[tid\] == c->size \&\& !c->steps\[tid\]) return false;$/    if (c->can[tid] == c->size \&\& c->steps[tid]) return true;/'
mutant fair-once-enabled     all prop_lasso explore/algo/lasso.c 's/    if (c->can\[tid\] == c->size \&\& !c->steps/    if (c->can[tid] \&\& !c->steps/'
mutant components-too-small  all prop_lasso explore/algo/lasso.c 's/^  if (t->depth) lower(t, t->calls\[t->depth - 1\].state, t->low\[state\]);$//'
mutant done-is-on-the-stack  all prop_lasso explore/algo/lasso.c 's/    else if (t->out->component\[to\] == NO_COMPONENT) lower/    else lower/'
mutant fair-way-incomplete   all prop_lasso explore/algo/cycle.c 's/^    if (!can\[tid\]) satisfied(s, (VmTid)tid);$/    if (!can[tid] || tid > 1) satisfied(s, (VmTid)tid);/'
mutant stopped-ones-count    all prop_lasso explore/algo/endless.c 's/  return c.alive \&\& !c.failed \&\& !c.stopped \&\& !c.cut;/  return c.alive;/'
mutant crashed-have-ended    all prop_lasso explore/algo/endless.c 's/vm_thread(vm, (VmTid)t) == TH_ENDED \&\&/vm_thread(vm, (VmTid)t) >= TH_ENDED \&\&/'

# Shortened traces.
mutant any-way-will-do       all prop_shorten explore/seek_way.c 's/^      if (x.switches < best.switches) best = x;$/      best = x;/'
mutant first-way-will-do     all prop_shorten explore/seek_way.c 's/^    if (x.switches < known->switches) known/    if (x.switches == SIZE_MAX) known/'
mutant level-not-done        all unit/explore/test_shorten explore/seek.c 's/^    k->done = level_of(k);$/    k->done = level_of(k) + 1;/; s/^  k->done = level_of(k);$/  k->done = level_of(k) + 1;/'
mutant one-more-is-shortest  all unit/explore/test_shorten explore/shorten.c 's/ f->nschedule - 1 <= s->seek.proved;/ (f->nschedule < 3 || f->nschedule - 2 <= s->seek.proved);/'
mutant unread-known-once     all prop_shorten explore/seek.c 's/^  if (k->forgets) unread_forget(run);$//'
mutant interrupts-for-free   all prop_shorten explore/rerun.c 's/^  p->preemptions += p->interrupts;$//'
mutant cycle-of-other-places all prop_shorten explore/round.c 's/  return x->places == y->places \&\& /  return /'
mutant cycle-somewhere-else  all prop_shorten explore/round.c 's/^  if (!first || (known \&\& !store_find(.*$/  if (!first || (known \&\& !store_find(known, first, len, \&hash, \&number) \&\& false)) return false;/'
mutant others-may-starve     all unit/explore/test_shorten explore/round.c 's/^         memcmp(x->starves, y->starves, sizeof x->starves) == 0;$/         true;/'
mutant words-of-the-old-run  all unit/explore/test_shorten explore/rerun.c 's/^  out->text = copy(p->arena, met->text);$/  out->text = copy(p->arena, p->f->text);/'
mutant numbers-of-the-old-run all prop_shorten explore/rerun.c 's/^  out->numbering = vm_numbering(run->vm, p->arena);$//'

echo "$killed killed, $survived survived"
[ "$survived" = 0 ]
