/* The object that an operand declares has a place of its own when it is declared again. */
int main(void) {
    unsigned long size = sizeof(({ extern int other; other; }));
    extern int other;
    other = (int)size;
    return 0;
}
