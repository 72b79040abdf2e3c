// Ranges of cases.
int main(void) { int r = 0; for (int i = 0; i < 300; i++) switch (i) { case 0 ... 9: r++; break; case 'a' ... 'z': r += 2; break; case 200: r += 50; default: ; } return r; }
