int work(int n) {
  int i, j, sum = 0;
outer:
  for (i = 0; i < n; i++) {
  inner:
    while (1) {
      if (sum > 10) break;
      if (sum == 3) continue;
      sum++;
    }
  last:
    do sum--; while (sum > 5);
  }
  for (int k = 0; k < 3; k++) ;
  while (1) ;
}
