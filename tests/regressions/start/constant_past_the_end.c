static int a[3]; static int *const e = a + 3; int r;
int f(int v) { r = 0; if (v * v == 603729) { if (e) r = *e; }
end: return r; }
