// Behind the end of the input there is nothing more.
// EXPECTED: verified
// EXPECTED -DMORE: violated assertion in line 15
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[4];
    int first = getchar();
    int second = getchar();
    if (first == EOF) assert(second == EOF && fgets(line, 4, stdin) == NULL);
    if (second == EOF) assert(getchar() == EOF);
    if (fgets(line, 2, stdin)) assert(second != EOF && line[1] == 0);
#ifdef MORE
    assert(second == EOF || getchar() != 'x');
#endif
    return 0;
}
