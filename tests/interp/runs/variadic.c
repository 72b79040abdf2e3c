// Variable arguments: of all kinds, copied lists, lists passed on.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair { long a; char b[20]; };

static int sum(int n, ...) {
    va_list list, copy;
    int total = 0;
    va_start(list, n);
    va_copy(copy, list);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int);
    int first = va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return total * 10 + first;
}

static long mixed(const char *kinds, ...) {
    va_list list;
    long total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'p': {
            struct pair pair = va_arg(list, struct pair);
            total += pair.a + pair.b[1];
            break;
        }
        case 'd': total += (long)va_arg(list, double); break;
        case 's': total += (long)strlen(va_arg(list, char *)); break;
        default: total += va_arg(list, long);
        }
    }
    va_end(list);
    return total;
}

static void say(const char *format, ...) {
    va_list list;
    char buffer[64];
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    va_start(list, format);
    int length = vsnprintf(buffer, sizeof buffer, format, list);
    va_end(list);
    printf("<%s> %d\n", buffer, length);
}

static struct pair make(long a) {
    struct pair pair = {a, "xyz"};
    return pair;
}

int main(void) {
    float half = 2.5f;
    printf("%d\n", sum(4, 10, 20, 30, (short)40));
    printf("%ld\n", mixed("pdsx", make(5), half, "four", 100L));
    say("%d %s %c %lu\n", 1, "two", '3', 4UL);
    return 0;
}
