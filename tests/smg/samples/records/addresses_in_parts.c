// An address that is copied in parts, kept as a floating number, tagged in its lowest bit, or passed as a variable argument
// is not lost for certain.
// SAFE
// FALSE ALARM: invalid-free in line 24: the address is put together again
// FALSE ALARM: uninitialized in line 24: the argument is passed
// FALSE ALARM: memory-leak in line 34: the address is put together again
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

union word {
    double number;
    char *pointer;
    struct {
        unsigned long tag : 1;
        unsigned long rest : 63;
    } bits;
};

static void release(int count, ...)
{
    va_list list;
    va_start(list, count);
    free(va_arg(list, void *));
    va_end(list);
}

int main(void)
{
    char bytes[sizeof(char *)];
    char *block = malloc(4);
    memcpy(bytes, &block, 4);
    memcpy(bytes + 4, (char *)&block + 4, 4);
    block = NULL;
    memcpy(&block, bytes, sizeof block);
    union word word = {.pointer = block};
    double number = word.number;
    block = word.pointer = NULL;
    word.number = number;
    word.bits.tag = 1;
    word.bits.tag = 0;
    release(1, word.pointer);
    return 0;
}
