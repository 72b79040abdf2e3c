// The loop's condition is constant: no code is between A and B, and yet A comes first.
int subject(int y) {
    int r = 0;
A:
    while (1) {
    B:
        r = 2;
        break;
    }
    return r;
}
