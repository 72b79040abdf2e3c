// What a contract says of the value that a bit-field had is about an `int`.
struct s { unsigned a : 3; };
struct s g;
int h(void);
int main(void) {
    g.a = 2;
    int r = h();
done:
    return r;
}
