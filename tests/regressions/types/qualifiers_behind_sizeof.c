/* A variable of an operand that is not evaluated says nothing about the qualifiers of the next variable: the write is out of bounds. */
int main(void) {
    int room[1];
    unsigned long size = sizeof(({ int *q = 0; q; }));
    const int **z = 0;
    room[_Generic(z, int **: 0, default: 1)] = (int)size;
    return 0;
}
