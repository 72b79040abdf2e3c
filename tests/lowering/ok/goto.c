void take(int *);
void take(int *p) { *p = 1; }
int jumps(int i) {
again:
  if (i > 3) goto done;
  {
    int local;
    take(&local);
    i += local;
    if (i == 2) goto again;
  }
  goto again;
dead: i = 7;
done:
  return i;
}
