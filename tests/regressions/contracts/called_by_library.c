// False: the library calls `fin` at the end, where what it requires does not hold.
int atexit(void (*)(void));
int g;
void fin(void);
int main(void) {
    atexit(fin);
    g = 0;
    return 0;
}
