// The same, of the last element: v[1].b is 2.
struct p { int a, b; };
struct p v[2] = { [1].a = 1, 2 };
int main(void) {
    int r = 10 / v[1].b;
done: return r;
}
