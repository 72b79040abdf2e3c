// False at the end: the handler asserts that g is not 7.
int atexit(void (*)(void));
void reach_error(void);
int g;
void handler(void) {
    if (g == 7) reach_error();
}
int main(void) {
    atexit(handler);
    g = 7;
done:
    return 0;
}
