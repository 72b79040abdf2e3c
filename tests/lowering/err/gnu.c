// GNU C that is not supported, one message each.
typedef int vector __attribute__((vector_size(16))); typedef int odd_vector __attribute__((vector_size(12)));
void done(int *p);
void f(void) { int a __attribute__((cleanup(done))) = 1; }
int strange __attribute__((mode(BLK)));
union u { int i; } v;
int bad = sizeof((union u)1.5);
_Complex double z; double w = z + 1.0;
vector added(vector a, int *b) { return a + b; }
#pragma pack(3)
int g(void) { return __builtin_choose_expr(1); }
int *wrong = L"a" + 1;
unsigned short text[] = L"a";
void jumps(void) { { __label__ inner; inner: ; } goto inner; }
