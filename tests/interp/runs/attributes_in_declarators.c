// Attributes between the parts of declarators: what they are about, and what they change.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef int *__attribute__((aligned(32))) wide;
typedef int (__attribute__((mode(DI))) long_integer);
typedef int *__attribute__((mode(DI))) same_pointer;
typedef int aligned_16 __attribute__((aligned(16)));

struct pointer { char c; int *__attribute__((aligned(16))) x; char d; };
struct value { char c; int (__attribute__((aligned(16))) x); char d; };
struct function { char c; int (*__attribute__((aligned(16))) x)(void); char d; };
struct inner { char c; int *__attribute__((aligned(16))) *x; char d; };
struct target { char c; int (__attribute__((aligned(16))) *x); char d; };
struct named { char c; wide x, *y; char d; };
struct ignored { char c; int (__attribute__((packed)) x); char d; };
struct less { char c; int *__attribute__((aligned(2))) x; char d; };
struct most { char c; int *__attribute__((aligned)) x; char d; };
struct qualified { char c; int *const __attribute__((aligned(16))) volatile x, y; char d; };
struct tight { char c; int *__attribute__((aligned(16))) x; char d; } __attribute__((packed));

int *__attribute__((aligned(64))) global;
wide by_typedef;
int (__attribute__((aligned(16))) array)[3];
void (__attribute__((noreturn, aligned(32))) leave)(int a[__attribute__((unused)) 3]);

#define SHOW(s) printf(#s " %zu %zu %zu\n", sizeof(struct s), _Alignof(struct s), offsetof(struct s, x))

static void done(int **p) { printf("done with %d\n", **p); }

static void jump(int x) {
    if (x) goto end;
    printf("not reached\n");
end: __attribute__((unused)) printf("the end\n");
}

// An alignment above the natural one moves a bit-field itself.
static void bit_field(void) {
    union { struct { char c : 3; aligned_16 q : 3; char d; } f; unsigned char bytes[32]; } u;
    memset(&u, 0, sizeof u);
    u.f.q = -1;
    u.f.d = -1;
    for (size_t i = 0; i < sizeof u; i++)
        if (u.bytes[i]) printf("%zu: %x\n", i, u.bytes[i]);
}

int main(void) {
    SHOW(pointer); SHOW(value); SHOW(function); SHOW(inner); SHOW(target); SHOW(named);
    SHOW(ignored); SHOW(less); SHOW(most); SHOW(qualified); SHOW(tight);
    printf("%zu %zu %zu\n", offsetof(struct qualified, y), offsetof(struct named, y), offsetof(struct named, d));
    printf("%zu %zu %zu %zu\n", _Alignof(global), _Alignof(by_typedef), _Alignof(array), _Alignof(wide));
    printf("%zu %zu\n", _Alignof(int *__attribute__((aligned(16)))), sizeof(int *__attribute__((aligned(16)))));
    printf("%zu %zu\n", sizeof(long_integer), sizeof(same_pointer));
    int three = 3;
    { int *__attribute__((cleanup(done))) p = &three; three++; }
    int (*__attribute__((cdecl)) f)(void) = main;
    (void)(int (__attribute__((ms_abi)) *)(void))f;
    jump(three);
    bit_field();
    return 0;
}
