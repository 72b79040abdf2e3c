// As buffer_that_grows.c, but it grows one byte too late.
// TRUE: out-of-bounds in line 17
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct buffer { char *data; size_t length, capacity; };

static void push(struct buffer *buffer, char c)
{
    if (buffer->length > buffer->capacity) {
        size_t capacity = 2 * buffer->capacity;
        char *data = realloc(buffer->data, capacity);
        if (!data)
            abort();
        buffer->data = data;
        buffer->capacity = capacity;
    }
    buffer->data[buffer->length++] = c; // error: out-of-bounds
}

int main(void)
{
    struct buffer buffer = { malloc(2), 0, 2 };
    while (__VERIFIER_nondet_int())
        push(&buffer, 'x');
    free(buffer.data);
    return 0;
}
