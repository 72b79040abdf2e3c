/* The variable of an operand that is not evaluated says nothing about the qualifiers of the next one: the selection is 2. */
void reach_error(void);

int main(void) {
    unsigned long size = sizeof(({ int *q = 0; q; }));
    const int **z = 0;
    if (size == 8 && _Generic(z, int **: 1, default: 2) == 2) {
        reach_error();
    }
    return 0;
}
