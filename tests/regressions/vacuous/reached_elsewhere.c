// Control reaches M, and not L: none of these holds for want of a run.
int f(int i) {
    int j = 0;
    if (j == 1) {
L:      j = 2;
    }
M:  return j;
}
