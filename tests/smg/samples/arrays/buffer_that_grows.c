// Twice as large whenever it is full.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct buffer { char *data; size_t length, capacity; };

static void push(struct buffer *buffer, char c)
{
    if (buffer->length == buffer->capacity) {
        size_t capacity = buffer->capacity ? 2 * buffer->capacity : 8;
        char *data = realloc(buffer->data, capacity);
        if (!data)
            abort();
        buffer->data = data;
        buffer->capacity = capacity;
    }
    buffer->data[buffer->length++] = c;
}

int main(void)
{
    struct buffer buffer = { 0 };
    while (__VERIFIER_nondet_int())
        push(&buffer, 'x');
    free(buffer.data);
    return 0;
}
