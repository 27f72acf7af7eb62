/* explore/sites.h -- plain accesses in the code, and which pairs of them could race.
 * A cheap approximation from above: two sites are a candidate pair when two different threads can reach them, they may
 * name the same variable, and one of them writes. */
#ifndef EXPLORE_SITES_H
#define EXPLORE_SITES_H
#include "explore/run.h"

typedef struct {
  uint32_t pc;
  const BcVar *var;              /* NULL: through a ref, any variable */
  bool write;
} Site;

typedef struct {
  Site *at; uint32_t n;
  int32_t *of_pc;                /* per instruction: index of its site, or -1 */
  uint8_t *open;                 /* n * n: candidate not yet found; NULL: too many sites, all are open */
  uint64_t nopen;                /* open pairs; 0: nothing left to find */
  uint32_t ncode;
} Sites;

/* SYNC variables are left out. False: no memory. */
bool sites_init(Sites *s, const BcProgram *p, const ExLimits *l, Mem *mem);
void sites_deinit(Sites *s, Mem *mem);
bool sites_open(const Sites *s, uint32_t a, uint32_t b);
void sites_found(Sites *s, uint32_t a, uint32_t b);
bool sites_sync(const BcVar *v, const ExLimits *l);      /* exempt from race reports */
#endif
