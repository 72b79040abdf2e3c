// Every form of statement.
int g(int);
int f(int a)
{
    __label__ local, other;
    int i = 0;
    ;
    { }
    { int b = a; { b++; } }
    a;
    if (a) i = 1;
    if (a) i = 1; else i = 2;
    if (a) if (i) i = 1; else i = 2;
    if (a) { i = 1; } else if (i) i = 2; else { i = 3; }
    if (a) while (i) if (i) i = 1; else i = 2; else i = 3;
    while (a) { if (i) break; else continue; }
    do i++; while (i < 10);
    do { i--; } while (i > 0);
    for (;;) break;
    for (i = 0; i < 10; i++) g(i);
    for (int j = 0, k = 1; j < 10; j++, k--) { g(j); }
    switch (a) {
    case 1:
    case 'x': i = 1; break;
    case 3 ... 5: { i = 2; } break;
    case 6: __attribute__((fallthrough));
    case 7: i = 9; __attribute__((__fallthrough__));
    default: i = 4;
    }
    switch (a) default: if (i) case 9: i = 5;
local:
    goto other;
other: __attribute__((unused))
    ;
    void *target = &&local;
    goto *target;
    __asm__("nop");
    asm volatile ("" : : : "memory");
    __asm__ __volatile__ ("add %1, %0" : "=r" (i), [out] "+m" (a) : "r" (a), "i" (3) : "cc", "memory");
    asm volatile goto ("jmp %l0" :::: local, other);
    asm inline ("mov %1, %0" : "=r" (i) : "r" (a));
    _Static_assert(sizeof(int) == 4, "int has " "four bytes");
    __extension__ int late = ({ int t = a; t + 1; });
    if (late) return;
    return i + a;
}
