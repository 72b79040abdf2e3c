// A bit-field narrower than `int` is an `int` in arithmetic, and its value at the entry is, too.
struct s { unsigned a : 3; unsigned long b : 20; };
void f(struct s *p) {
    p->a = 0;
done:
    ;
}
