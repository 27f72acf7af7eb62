/* lang/utf8.h -- bytes of UTF-8 (RFC 3629). */
#ifndef LANG_UTF8_H
#define LANG_UTF8_H
#include <stddef.h>
#include <stdint.h>

/* Length of the sequence at S, within ROOM bytes; 0 when it is not one (cut short, overlong, a surrogate, beyond U+10FFFF). */
static inline size_t utf8_within(const unsigned char *s, size_t room) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
  if (n > room) return 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
  if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
  return n;
}

/* The same where S ends in NUL. */
static inline size_t utf8_length(const unsigned char *s) { return utf8_within(s, 4); }

/* Writes the character C (no surrogate, at most U+10FFFF) to OUT, which has room for 4 bytes. Returns how many it took. */
static inline size_t utf8_put(uint32_t c, char *out) {
  size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
  for (size_t i = n; i-- > 1; c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
  out[0] = (char)(lead[n] | c);
  return n;
}
#endif
