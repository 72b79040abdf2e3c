/* The declaration that makes the object weak stands behind a use of its address, which may be NULL. */
extern int elsewhere;

int *first(void) {
    return &elsewhere;
}

extern int elsewhere __attribute__((weak));

int main(void) {
    int room[1];
    if (first() == 0) {
        room[1] = 3;
    }
    return 0;
}
