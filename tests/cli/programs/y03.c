// SAFE
// Phone book: "add last first number", "find last first", anything else ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char last[24]; char first[24]; } Name;

typedef struct Phone {
  char *digits;
  struct Phone *next;
} Phone;

typedef struct Entry {
  Name name;
  Phone *phones;
  struct Entry *before, *after;
} Entry;

static int nameCompare(const Name *a, const Name *b) {
  int c = strcmp(a->last, b->last);
  return c != 0 ? c : strcmp(a->first, b->first);
}

/* *where becomes the entry of that name, NULL if there is no memory */
static Entry *bookInsert(Entry *e, const Name *name, Entry **where) {
  if (e == NULL) {
    e = malloc(sizeof(Entry));
    if (e != NULL) {
      e->name = *name;
      e->phones = NULL;
      e->before = e->after = NULL;
    }
    *where = e;
    return e;
  }
  int c = nameCompare(name, &e->name);
  if (c < 0)
    e->before = bookInsert(e->before, name, where);
  else if (c > 0)
    e->after = bookInsert(e->after, name, where);
  else
    *where = e;
  return e;
}

static int entryAddPhone(Entry *e, const char *digits) {
  Phone *p = malloc(sizeof(Phone));
  if (p == NULL) return -1;
  p->digits = malloc(strlen(digits) + 1);
  if (p->digits == NULL) {
    free(p);
    return -1;
  }
  strcpy(p->digits, digits);
  p->next = e->phones;
  e->phones = p;
  return 0;
}

static const Entry *bookFind(const Entry *e, const Name *name) {
  while (e != NULL) {
    int c = nameCompare(name, &e->name);
    if (c == 0) break;
    e = c < 0 ? e->before : e->after;
  }
  return e;
}

static void bookFree(Entry *e) {
  if (e == NULL) return;
  bookFree(e->before);
  bookFree(e->after);
  Phone *p = e->phones;
  while (p != NULL) {
    Phone *next = p->next;
    free(p->digits);
    free(p);
    p = next;
  }
  free(e);
}

int main(void) {
  Entry *book = NULL;
  Name name;
  char cmd[8], number[32];
  int status = EXIT_SUCCESS;

  while (scanf("%7s %23s %23s", cmd, name.last, name.first) == 3) {
    if (strcmp(cmd, "add") == 0) {
      Entry *e;
      if (scanf("%31s", number) != 1) break;
      book = bookInsert(book, &name, &e);
      if (e == NULL || entryAddPhone(e, number) != 0) {
        fprintf(stderr, "no memory\n");
        status = EXIT_FAILURE;
        break;
      }
    } else if (strcmp(cmd, "find") == 0) {
      const Entry *e = bookFind(book, &name);
      for (const Phone *p = e ? e->phones : NULL; p; p = p->next)
        printf("%s %s: %s\n", name.first, name.last, p->digits);
    } else
      break;
  }
  bookFree(book);
  return status;
}
