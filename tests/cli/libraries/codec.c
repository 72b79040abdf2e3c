/* codec.c - hexadecimal text, run lengths and checksums over bytes */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Value of a hexadecimal digit, or -1. */
int hex_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_encode(const unsigned char *data, int length, char *out, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    if (length < 0 || size < (size_t)length * 2 + 1)
        return false;
    for (int i = 0; i < length; i++) {
        *out++ = digits[data[i] >> 4];
        *out++ = digits[data[i] & 0x0f];
    }
    *out = '\0';
    return true;
}

/* Decodes up to size bytes; returns their number or -1 for bad text. */
int hex_decode(const char *text, unsigned char *out, int size)
{
    int n = 0;

    while (*text != '\0' && n < size) {
        int high = hex_value(text[0]);
        int low = high < 0 ? -1 : hex_value(text[1]);

        if (low < 0)
            return -1;
        out[n++] = (unsigned char)(high << 4 | low);
        text += 2;
    }
    return n;
}

/* Like hex_decode(), into a new block that the caller frees. */
unsigned char *hex_decode_new(const char *text, size_t *length)
{
    size_t count = strlen(text) / 2;
    unsigned char *bytes = malloc(count + 1);

    if (bytes == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        int high = hex_value(text[2 * i]);
        int low = hex_value(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return NULL;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    *length = count;
    return bytes;
}

uint32_t crc32_bytes(const unsigned char *data, int length)
{
    uint32_t crc = 0xffffffffu;

    for (; length > 0; length--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1u ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

uint32_t adler32_bytes(const unsigned char *data, size_t length)
{
    uint32_t a = 1;
    uint32_t b = 0;

    for (size_t i = 0; i < length; i++) {
        a = (a + data[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

/* Writes pairs (count, byte); returns the bytes written, -1 if out is full. */
int run_encode(const unsigned char *data, int length,
               unsigned char *out, int size)
{
    int used = 0;
    int i = 0;

    while (i < length) {
        int run = 1;

        while (run < 255 && run < length - i && data[i + run] == data[i])
            run++;
        if (size - used < 2)
            return -1;
        out[used++] = (unsigned char)run;
        out[used++] = data[i];
        i += run;
    }
    return used;
}

int run_decode(const unsigned char *data, int length,
               unsigned char *out, int size)
{
    int used = 0;

    for (int i = 0; i + 1 < length; i += 2) {
        if (data[i] > size - used)
            return -1;
        memset(out + used, data[i + 1], data[i]);
        used += data[i];
    }
    return used;
}

/* Exchanges the two bytes of every complete pair. */
void swap_pairs(unsigned char *data, size_t length)
{
    for (size_t i = 1; i < length; i += 2) {
        unsigned char byte = data[i - 1];

        data[i - 1] = data[i];
        data[i] = byte;
    }
}

uint32_t read_be32(const unsigned char *data)
{
    return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 |
           (uint32_t)data[2] << 8 | data[3];
}
