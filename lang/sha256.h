/* lang/sha256.h -- the SHA-256 of a text (FIPS 180-4), to tell whether it is still the same one. */
#ifndef LANG_SHA256_H
#define LANG_SHA256_H
#include <stddef.h>

#define SHA256_HEX 65                  /* 64 hexadecimal digits and NUL */
/* What `sha256sum` prints for these LEN bytes, into OUT. */
void sha256_hex(const void *bytes, size_t len, char out[SHA256_HEX]);
#endif
