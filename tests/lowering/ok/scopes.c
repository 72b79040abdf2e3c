void take(int *);
void take(int *p) { *p = 1; }
void loop(int n) {
  while (n) {
    int plain, shared = 0, maybe;
    plain = n;
    take(&shared);
    if (n > 3) maybe = 1;
    if (plain == 2) continue;
    if (maybe) break;
    n--;
  }
}
