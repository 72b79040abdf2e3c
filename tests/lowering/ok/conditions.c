typedef struct node { int data; struct node *n; } Node, *List;
int nondet(void);

void connectives(List p, int i, unsigned u) {
  if (p && p->data > i || !i) i = 1;
  if (!(p == 0) != 0) i = 2;
  if (i >= 3 && (u < 4)) i = 3;
  if (i ? p : (List)0) i = 4;
  while ((p = p->n) != 0)
    i++;
}

void choices(int i) {
  while (nondet()) i = 1;
  if (!nondet()) i = 2;
  if (nondet() && i) i = 3;
  for (;;) { if (nondet() == 0) break; i = 4; }
  do i = 5; while (0);
  if (1) i = 6; else i = 7;
  if (i > nondet()) i = 8;
}
