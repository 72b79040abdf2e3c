// The same, of an element that is an array.
int h[2][2] = { [0] = 1, 2, 3, 4 };
int main(void) {
    int r = h[1][0];
done: return r;
}
