// Every form of expression, and how tightly operators bind.
typedef struct { int a, b[3]; } T;
int g(int, ...);
void f(int a, int b, T *p, int *q)
{
    a = b = 3;
    a += 1; a -= 1; a *= 1; a /= 1; a %= 1; a <<= 1; a >>= 1; a &= 1; a |= 1; a ^= 1;
    a = a || b && a | b ^ a & b == a != b < a > b <= a >= b << a >> b + a - b * a / b % a;
    a = -a + +b - ~a * !b;
    a = *q++ + *++q - --*q;
    a = (*q)++ - q[1]--;
    a = a ? b : a ? b : 0;
    a = a ?: b;
    a, b = a, g(a), g(a, b, (a, b));
    a = &p->b[1] - &(*p).b[0] + p->a;
    a = (int)-1 + (int)(a) + (char)(short)a;
    a = sizeof a + sizeof(a) + sizeof(int) + sizeof(int *)-1 + sizeof (int){1} + sizeof(T)+sizeof -a;
    a = _Alignof(int) + __alignof__(a) + __alignof__ a;
    *p = (T){ 1, { 2 } };
    g(1, &(T){ .a = 1 }, (int[]){ 1, 2, 3 }[1], (T){ }.a);
    a = ({ int x = 1; x; }) + 1;
    a = _Generic(a, int: 1, char *: 2, T: 3, default: g(0));
    a = __builtin_offsetof(T, b[1]) + __builtin_offsetof(struct { T t; }, t.b[0]);
    a = __builtin_types_compatible_p(int, T *);
    __builtin_va_list ap;
    a = __builtin_va_arg(ap, T *)->a;
    a = __extension__ (b);
    a = __func__[0];
}
