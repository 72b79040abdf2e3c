#include <stddef.h>
#include <string.h>

void copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length > size)
        length = size;
    memcpy(out, text, length);
    out[length] = '\0';
}
