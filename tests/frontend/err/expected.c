int f(int a, int b)
{
    a = ;
    a = (b;
    a = b +;
    if a) b = 1;
    while (a { b = 1; }
    for (a = 0; a < 3) b = 1;
    for (int i = 0; i < 10 i++) { b = 1; }
    return a b;
    goto 3;
    case: b = 1;
    f(a, , b);
    a[1;
    a.3;
    do a++; until (b);
    else a = 1;
    int 3x;
    int y z;
    a = 1 }
int ok1;
struct s { int a int b; int c; };
int ok2;
enum e { A B };
int ok3[] = { 1 2, { 3 4 } };
int ok4;
int g(int a int b);
int ok5;
)
int ok6;
int h(void) { return 1; } }
int ok7;
int = 3;
typedef int T;
T T2 T3;
int ok8;
