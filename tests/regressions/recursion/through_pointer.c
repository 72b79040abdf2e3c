// False: f calls itself through a pointer, with 0.
void reach_error(void);
void f(int d) {
    void (*again)(int) = f;
    if (d == 0) reach_error();
    if (d > 0) again(d - 1);
}
