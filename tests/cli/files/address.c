extern long number(void);

int main(void) {
    int here = 0;
    if (number() == (long)&here)
        return *(int *)0;
    return 0;
}
