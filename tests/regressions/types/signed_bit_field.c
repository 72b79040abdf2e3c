// False: three bits that are all ones are -1.
struct s { int i : 3; };
void f(struct s *p, int x) {
    if (p == 0) return;
    p->i = x;
L:  ;
}
