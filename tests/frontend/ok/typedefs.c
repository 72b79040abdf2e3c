// A name is a type or a variable depending on what is in scope.
typedef int T, U;
typedef T *P;
T a = sizeof(T), *b = (T *)&a;
struct T { T T; U U : 3; U : 2; const U; unsigned T2; };       // tags and members have their own names
T f1(T T, int x[sizeof(T)]) { T = 1; return T * x[0]; }      // a parameter hides a type in the body
T f2(T (T), P);                                              // a function of T, unnamed
T f3(T (*T)(U), U (U)) { return T(1); }
T (f4)(void);
T after_prototypes;
void f5(void)
{
    T x;
    T T = 1;
    x = T * T;
    { typedef char T; T y = 'c'; (T)x; }
    x = T;
    unsigned U;
    U * x;
}
T f6(void)
{
    T * pointer;                                             // a declaration
    { int U; U * 1; }                                        // an expression
    U u = 1;
    for (int T = 0; T < 3; T++) u += T;
    T t = (T) - 1;
    for (T i = 0; i < 3; i++) { T U = i; U++; }
    if (sizeof(enum { U }) > U) t = U; else t = 2;
    U v;
    T: goto T;
    { enum { T, V = T }; t = V * T; }
    (T)(u);
    struct T s = { .T = 1, T: 2 };
    s.T = (&s)->T;
    return __builtin_offsetof(struct T, T) + sizeof(T) + sizeof(t) + ({ T T = 3; T; }) + (T)1;
}
typedef struct list list;
struct list { list *next; };
typedef list *list_pointer, (*callback)(list *, T);
list_pointer head;
callback call;
typedef T again; typedef T again;
int g1(T), g2(const T), g3(T *), g4(T[3]), g5(register T t), g6(int(T)), g8(T (U(int)));
void h(T) ;
typedef void handler(T);
handler on_event;
static T const c1 = 1; T static c2; const T *c3; long T2;
