/* explore/algorithms.c -- the table made from algorithms.def. */
#include <string.h>
#include "explore/algo.h"

#define ALGO(name, symbol, paper, help) extern const ExAlgo symbol;
#include "explore/algorithms.def"
#undef ALGO

const ExAlgoEntry ex_algorithms[] = {
#define ALGO(name, symbol, paper, help) { name, &symbol, paper, help },
#include "explore/algorithms.def"
#undef ALGO
};
const size_t ex_algorithm_count = sizeof ex_algorithms / sizeof *ex_algorithms;

const ExAlgoEntry *ex_algorithm(const char *name) {
  for (size_t i = 0; i < ex_algorithm_count; i++)
    if (strcmp(ex_algorithms[i].name, name) == 0) return &ex_algorithms[i];
  return NULL;
}
