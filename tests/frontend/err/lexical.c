int a = 08, b = 0x, c = 1q, d = 18446744073709551616, e = 1e+, f = '';
int g = 'abcde', h = '\N{DIGIT ONE}', i = '\x', j = '\400';
char *s = "\xfff";
int k = 1 @ 2;
int l = `3`;
int € = 3;
int m = 1 # 2;
char *t = "never closed;
int n = 'x;
int ok;
__bf16 half; _Imaginary float imaginary;
#define X 1
#include <stdio.h>
#pragma weak missing
#frobnicate
//@ assert k == 1; // and \
int also;
/* never closed
int gone;
