// UNSAFE: out-of-bounds in line 44
// (malloc is assumed to succeed)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
  int n;
  int *v;
} run;

/* Reads n numbers and keeps them in ascending order. */
static run read_run(int n) {
  run r;
  r.n = 0;
  r.v = malloc(n * sizeof(int));
  while (r.n < n) {
    int x = __VERIFIER_nondet_int();
    int k = r.n;
    while (k > 0 && r.v[k - 1] > x) {
      r.v[k] = r.v[k - 1];
      k--;
    }
    r.v[k] = x;
    r.n++;
  }
  return r;
}

static run merge(const run *a, const run *b) {
  run out;
  int i = 0, j = 0;
  out.n = 0;
  out.v = malloc((a->n + b->n) * sizeof(int));
  while (i < a->n && j < b->n) {
    if (b->v[j] < a->v[i])
      out.v[out.n++] = b->v[j++];
    else
      out.v[out.n++] = a->v[i++];
  }
  while (i < a->n)
    out.v[out.n++] = a->v[i++];
  while (j < a->n)
    out.v[out.n++] = b->v[j++];
  return out;
}

static int ask_length(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 1;
  return n > 500 ? 500 : n;
}

int main(void) {
  unsigned wrong = 0;
  while (__VERIFIER_nondet_int()) {
    run a = read_run(ask_length());
    run b = read_run(ask_length());
    run c = merge(&a, &b);
    for (int i = 1; i < c.n; i++)
      if (c.v[i - 1] > c.v[i])
        wrong++;
    free(a.v);
    free(b.v);
    free(c.v);
  }
  return wrong != 0;
}
