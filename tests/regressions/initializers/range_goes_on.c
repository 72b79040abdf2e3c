// GCC goes on in the last element alone, Clang in all of the range: x is 0 or 2.
int v[3][2] = { [0 ... 1] = 1, 2 };
int main(void) {
    int x = v[0][1];
done: return 0;
}
