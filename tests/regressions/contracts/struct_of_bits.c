struct p { int a : 3; unsigned b : 5; };
struct p __VERIFIER_nondet_p(void);
int f(void) { struct p s = { 1, 2 }; s = __VERIFIER_nondet_p(); done: return s.a; }
