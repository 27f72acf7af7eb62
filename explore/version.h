/* explore/version.h -- which dmc this is; `dmc --version` prints it, and traces tell which one wrote them. */
#ifndef EXPLORE_VERSION_H
#define EXPLORE_VERSION_H

#ifndef DMC_VERSION
#define DMC_VERSION "0.1"
#endif
#endif
