#include <stdio.h>

int main(int argc, char **argv) {
    printf("%d arguments, the last is %s\n", argc - 1, argv[argc - 1]);
    return 42;
}
