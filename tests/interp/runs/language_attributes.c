// Attributes wherever GNU C allows them.
__attribute__((noinline)) static int f(int x __attribute__((unused))) __attribute__((const));
static int f(int x) { return 1; }
struct __attribute__((packed)) s { char c; int i __attribute__((aligned(2))); } __attribute__((aligned(4)));
int v __attribute__((section("x"), weak)) = 3;
void g(void) __attribute__((noreturn)); 
typedef int T __attribute__((may_alias));
enum e { A __attribute__((deprecated)), B } __attribute__((packed));
int main(void) { __label__ out; int y __attribute__((unused)) = 2; 
 switch (y) { case 1: y++; __attribute__((fallthrough)); case 2: y = f(y); }
 goto out; out: __attribute__((unused)); return sizeof(struct s) + sizeof(enum e) + v + y; }
