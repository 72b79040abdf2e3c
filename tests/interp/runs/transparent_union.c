// A parameter of a union that takes what any of its members takes.
#include <stdio.h>

typedef union {
    int *number;
    const char *text;
    void *other;
} pointer __attribute__((__transparent_union__));
union __attribute__((transparent_union)) small { int number; float real; };

static int first(pointer p) { return p.text[0]; }
static int value(union small s) { return s.number; }
static int is_null(pointer p) { return p.number == 0; }

int main(void) {
    int number = 65;
    pointer whole = {.text = "whole"};
    void *other = "other";
    printf("%c %c %c %c\n", first(&number), first("text"), first(whole), first(other));
    printf("%d %d %d\n", value(3), is_null(0), is_null(&number));
    return 0;
}
