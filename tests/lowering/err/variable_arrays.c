int n;
int bad[n][2];
void h(int k) {
  static int s[k];
  extern int e[k];
  int r = sizeof(struct { int m[k]; });
  int i[k] = {1};
  int f[2.5 + k];
  int (*p)[k] = 0;
  int z[2][2];
  p = z;
  __typeof__(*(int (*)[k])0) t;
  (int[k]){1};
  int v[k] __attribute__((cleanup(h)));
  int g[k][];
}
