/* tests/unit/lang/test_sha256.c -- the examples of FIPS 180-4 and its neighbours: every way a text can end in its last block. */
#include <string.h>
#include "lang/sha256.h"
#include "tests/greatest.h"

static const char *of(const void *bytes, size_t len) {
  static char out[SHA256_HEX];
  sha256_hex(bytes, len, out);
  return out;
}

TEST examples(void) {
  ASSERT_STR_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", of("", 0));
  ASSERT_STR_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", of("abc", 3));
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  ASSERT_STR_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", of(two, strlen(two)));
  PASS();
}

/* Of texts of 55, 56, 63, 64, 65 and 1000 letters a, from another implementation. */
TEST ends(void) {
  char a[1000];
  memset(a, 'a', sizeof a);
  ASSERT_STR_EQ("9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318", of(a, 55));
  ASSERT_STR_EQ("b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a", of(a, 56));
  ASSERT_STR_EQ("7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34", of(a, 63));
  ASSERT_STR_EQ("ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb", of(a, 64));
  ASSERT_STR_EQ("635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0", of(a, 65));
  ASSERT_STR_EQ("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3", of(a, 1000));
  PASS();
}

SUITE(sha256) {
  RUN_TEST(examples);
  RUN_TEST(ends);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(sha256);
  GREATEST_MAIN_END();
}
