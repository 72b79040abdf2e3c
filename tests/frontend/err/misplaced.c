int x { return 1; }
int y, f(void) { return 1; }
int z = 1, g(void) { return 1; }
struct s { static int a; typedef int b; };
int h(void) { return sizeof(static int) + (typedef int)1; }
int i(void) { int nested(void) { return 1; } return nested(); }
void j(void) { __auto_type a, b = 1; __auto_type *c = &b; }
int k(void) { case 1 ... : ; }
