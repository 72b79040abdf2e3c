/* The object that an operand declares is not the next variable, although the operand is not evaluated: `later` stays 5. */
int main(void) {
    int room[1];
    unsigned long size = sizeof(({ extern int other; other; }));
    int later = 5;
    extern int other;
    other = (int)size;
    if (later == 5) {
        room[1] = 3;
    }
    return 0;
}
