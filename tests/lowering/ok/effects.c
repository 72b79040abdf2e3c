typedef struct node { int data; struct node *n; } Node, *List;
void *malloc(unsigned long);
List f(List);
List f(List a) { return a; }

void sequenced(List a, List b, int i, char *s, char *t) {
  a = b = a->n;
  a->n = b->n = a;
  a = f(b);
  a->n = malloc(sizeof *a);
  a = (List)malloc(sizeof(Node));
  i++;
  --i;
  i += 3;
  *s++ = *t++;
  while (*s++ = *t++) ;
  i = i++ < 3 ? a->data : -1;
  a = f(f(b))->n;
  f(i++ ? a : b);
  i = a && b;
  i = !a;
  i = (i++, i + 1);
  i = ({ int k = i; k + 1; });
  if (i-- > 0 && f(a)) a = 0;
  *a;
  (void)a;
}
