// _Generic, _Alignof, _Atomic, restrict.
#define k(x) _Generic((x), int: 1, char *: 2, double: 3, default: 4)
_Noreturn void die(void); _Alignas(32) char buf[3]; _Thread_local int tl = 5; _Atomic int at; _Atomic(long) al = 2;
int main(void) { char *s = 0; at++; at += 2; int *restrict rp = 0; return k(1) + 10 * k(s) + k(1.0) + k(1L) + _Alignof(buf) % 3 + tl + at + (int)al + (rp == 0); }
