// Wide strings, universal names, escapes.
#include <stddef.h>
#include <uchar.h>
wchar_t w[] = L"a\u00e9\x41"; char16_t u[] = u"h\u20ac"; char32_t U[] = U"\U0001F600"; char s[] = u8"\u00e9" "b" "\101\x42";
int main(void) { return w[1] + sizeof w + u[1] % 7 + sizeof u + (U[0] & 15) + sizeof U + sizeof s + s[3] + L'b' + 'a' + '\n' + 'ab' % 5 & 127; }
