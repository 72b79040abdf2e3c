// Both values are of one row, so that there is no h[1].
int h[][2] = { [0] = 1, 2 };
int main(void) {
    return h[1][0];      /* gcc: one row; out of bounds */
}
