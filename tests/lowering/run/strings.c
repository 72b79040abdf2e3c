/* Narrow and wide strings and characters. Returns the number of the first check that fails. */
typedef __WCHAR_TYPE__ wchar_t;
const char text[] = "ab\0c" "d\x41\101\n";
const wchar_t wide[] = L"h\u00e9" L"llo";
const unsigned short utf16[] = u"a\U0001F600";
const unsigned int utf32[] = U"\U0001F600!";
const unsigned char bytes[4] = "abcd";
static int length(const wchar_t *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) {
  if (sizeof text != 9 || text[3] != 'c' || text[5] != 'A' || text[6] != 'A' || text[7] != '\n') return 1;
  if (sizeof wide != 24 || wide[1] != 0xe9 || wide[4] != 'o' || wide[5]) return 2;
  if (sizeof utf16 != 8 || utf16[1] != 0xd83d || utf16[2] != 0xde00) return 3;
  if (sizeof utf32 != 12 || utf32[0] != 0x1f600 || utf32[1] != '!') return 4;
  if (bytes[3] != 'd' || sizeof L'a' != 4 || sizeof 'a' != 4 || sizeof u'a' != 2) return 5;
  if (length(L"four") != 4 || length(wide) != 5) return 6;
  if ('\377' != -1 || L'\377' != 255 || 'ab' != 24930 || '\'' != 39 || '\?' != 63) return 7;
  { wchar_t local[8] = L"xy"; if (local[1] != 'y' || local[2] || local[7]) return 8; }
  { char *p = "shared"; if (*(p + 5) != 'd' || "index"[2] != 'd' || sizeof "four" != 5) return 9; }
  if (u8"\u00e9"[0] != (char)0xc3 || sizeof u8"\u00e9" != 3) return 10;
  return 0;
}
