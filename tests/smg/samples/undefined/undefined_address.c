// A pointer is dereferenced that was never written, or only in part.
// TRUE: uninitialized in line 18
// TRUE: uninitialized in line 25
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
union word {
  char *text;
  int number;
};
int main(void) {
  if (__VERIFIER_nondet_int()) {
    struct node *list;
    /* Whichever way the branch goes, the value is as it was. */
    if (list) list->next = NULL;
  } else {
    union word *word = malloc(sizeof *word);
    if (!word) return 1;
    word->number = 1;
    char *text = word->text;
    free(word);
    return *text;
  }
  return 0;
}
