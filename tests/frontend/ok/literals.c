// Numbers, characters and strings; adjacent strings are one.
int i[] = { 0, 7, 017, 0x1F, 0b101, 1u, 1L, 1uL, 1ll, 1ULL, 0xffffffffffffffff, 18446744073709551615u };
double d[] = { 1.0, .5, 1., 1e3, 1.5e-3f, 0x1.8p1, 2.5L };
int c[] = { 'a', '\n', '\0', '\'', '"', '\\', '\x41', '\101', '\377', 'ab', L'x', u'\u00e9', L'é' };
char *s[] = { "", "plain", "a" "b" /* joined */ "c", "\t\"\\\x41\1012\0end", "é", u8"u", L"wide" "r",
              "spli\
ced" };
int digraphs<:2:> = <% 1, 2 %>;
