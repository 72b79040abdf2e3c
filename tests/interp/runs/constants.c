/* 'const' objects get their values once, by whatever initialises them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const int fixed;
typedef struct { int a, b; char text[8]; } pair;
typedef const pair constant_pair;

static pair make(int a) {
    pair result = {a, a + 1, "made"};
    return result;
}

static int sum(const int numbers[], fixed count) {
    int total = 0;
    for (int i = 0; i < count; i++) total += numbers[i];
    return total;
}

/* The array is none of constants: its parameter is a pointer. */
static int last(const char text[8]) {
    while (text[1]) text++;
    return *text;
}

static int depth(const int n) {
    fixed here = n;
    return n == 0 ? 0 : here + depth(n - 1);
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        fixed square = i * i;
        constant_pair both = make(square);
        const char word[] = "word";
        const int list[4] = {i, [2] = square};
        printf("%d %d %s %s %d\n", square, both.b, both.text, word, list[2]);
    }
    const int chosen = sum((const int[]){1, 2, 3}, 3) > 5 ? 1 : 2;
    const void *const block = malloc(8);
    const double half = 0.5;
    typedef int fixed;
    fixed changes = chosen;
    changes++;
    int *through = &changes;
    *through += 1;
    printf("%d %d %d %c %d\n", chosen, changes, half < 1, last("abc"), depth(4));
    free((void *)block);
    return 0;
}
