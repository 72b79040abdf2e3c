// FAULTY: 97 double-free
/* Nested scopes:  { opens one, } closes it, +name declares, -name forgets, ?name asks */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sym {
  char *name;
  int line;
  struct sym *l, *r;
} sym_t;

typedef struct scope {
  sym_t *syms;
  struct scope *outer;
} scope_t;

static void *get(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p) { perror("scopes"); exit(EXIT_FAILURE); }
  return p;
}

static char *read_name(void) {
  size_t len = 0, cap = 8;
  char *s = get(NULL, cap);
  int c;
  while ((c = getchar()) != EOF && isalnum(c)) {
    if (len + 1 == cap) s = get(s, cap *= 2);
    s[len++] = (char)c;
  }
  if (c != EOF) ungetc(c, stdin);
  s[len] = '\0';
  return s;
}

static sym_t **locate(sym_t **pp, const char *name) {
  int c;
  while (*pp && (c = strcmp(name, (*pp)->name)) != 0)
    pp = c < 0 ? &(*pp)->l : &(*pp)->r;
  return pp;
}

/* keeps the name if it answers 1 */
static int declare(scope_t *sc, char *name, int line) {
  sym_t **pp = locate(&sc->syms, name);
  if (*pp) {
    fprintf(stderr, "line %d: %s again\n", line, name);
    free(name);
    return 0;
  }
  *pp = get(NULL, sizeof **pp);
  (*pp)->name = name;
  (*pp)->line = line;
  (*pp)->l = (*pp)->r = NULL;
  return 1;
}

static void forget(sym_t **pp) {
  sym_t *old = *pp, **mp = &old->l;
  if (!old->l) *pp = old->r;
  else if (!old->r) *pp = old->l;
  else {
    while ((*mp)->r) mp = &(*mp)->r;   /* the greatest of the smaller ones */
    sym_t *m = *mp;
    *mp = m->l;
    m->l = old->l;
    m->r = old->r;
    *pp = m;
  }
  free(old->name);
  free(old);
}

static scope_t *leave(scope_t *sc) {
  scope_t *outer = sc->outer;
  while (sc->syms) forget(&sc->syms);
  free(sc);
  return outer;
}

int main(void) {
  scope_t *top = NULL;
  int c, line = 1;
  while ((c = getchar()) != EOF) {
    if (c == '\n' && line < 1000000) line++;
    if (c == '{') {
      scope_t *in = get(NULL, sizeof *in);
      in->syms = NULL;
      in->outer = top;
      top = in;
    } else if (c == '}' && top) top = leave(top);
    else if ((c == '+' || c == '-' || c == '?') && top) {
      char *name = read_name();
      if (c == '+') {
        if (!declare(top, name, line)) free(name);
        continue;
      }
      sym_t **pp = locate(&top->syms, name);
      for (scope_t *sc = top; c == '?' && !*pp && sc; sc = sc->outer) pp = locate(&sc->syms, name);
      if (c == '?') printf("%s: %d\n", name, *pp ? (*pp)->line : 0);
      else if (c == '-' && *pp) forget(pp);
      free(name);
    }
  }
  while (top) top = leave(top);
  return 0;
}
