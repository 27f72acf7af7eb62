/* lang/lex.h -- one token at a time. Codes are Lemon's T_... (build/lang/parser.h) and, for text that is no token,
 * the LEX_... below. Comments and blanks are skipped; newlines only show as LexToken.first. */
#ifndef LANG_LEX_H
#define LANG_LEX_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  LEX_END = 0,               /* Lemon's end of input */
  LEX_COMMENT = 200,         /* only when Lexer.comments */
  LEX_BAD_CHAR,              /* one character (a whole UTF-8 sequence) that no token starts with */
  LEX_NUL,                   /* a NUL byte: not text */
  LEX_OPEN_STRING,           /* up to the end of its line */
  LEX_OPEN_COMMENT,          /* the opening only */
  LEX_GLUED,                 /* 12abc */
  LEX_QUOTE,                 /* 'text' */
  LEX_LONE_AMP, LEX_LONE_BAR,
  LEX_ARROW,                 /* -> */
  LEX_REPEAT, LEX_REPEAT_END /* thesis: <{ and }> that were left after expansion */
};

typedef struct { uint32_t start, end; uint16_t code; bool first; /* on its line */ } LexToken;
typedef struct { const char *text; uint32_t len, pos; bool comments, first; } Lexer;

void lex_init(Lexer *l, const char *text, size_t len);
LexToken lex_next(Lexer *l);           /* dmc */
LexToken lex_thesis(Lexer *l);         /* names may hold `-`, no reserved words, only the thesis' operators */
bool lex_is_name(const LexToken *t);   /* a name or a reserved word */
#endif
