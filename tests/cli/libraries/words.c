/* words.c - helpers for plain text: words, trimming, comparing, parsing */

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* True for characters that may appear in an identifier. */
bool is_word_char(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
}

size_t word_count(const char *s)
{
    size_t count = 0;
    bool inside = false;

    for (; *s != '\0'; s++) {
        if (blank(*s)) {
            inside = false;
        } else if (!inside) {
            inside = true;
            count++;
        }
    }
    return count;
}

/* Cuts blanks at the end and returns the first character that is no blank. */
char *trim(char *s)
{
    size_t len;

    while (blank(*s))
        s++;
    len = strlen(s);
    while (len > 0 && blank(s[len - 1]))
        len--;
    s[len] = '\0';
    return s;
}

/* Removes the newline that fgets() leaves at the end of a line. */
void chomp(char *s)
{
    size_t len = strlen(s);

    if (s[len - 1] == '\n')
        s[len - 1] = '\0';
}

int compare_nocase(const char *a, const char *b)
{
    int ca, cb;

    do {
        ca = tolower((unsigned char)*a++);
        cb = tolower((unsigned char)*b++);
    } while (ca == cb && ca != '\0');
    return ca - cb;
}

bool starts_with(const char *s, const char *prefix)
{
    while (*prefix != '\0') {
        if (*s++ != *prefix++)
            return false;
    }
    return true;
}

bool ends_with(const char *s, const char *suffix)
{
    size_t len = strlen(s);
    size_t tail = strlen(suffix);

    return tail <= len && memcmp(s + len - tail, suffix, tail) == 0;
}

/* Reads a decimal number with an optional sign; the whole text must match. */
bool parse_int(const char *s, int *value)
{
    long long total = 0;
    bool negative = false;

    if (*s == '-' || *s == '+')
        negative = *s++ == '-';
    if (*s == '\0')
        return false;
    for (; *s != '\0'; s++) {
        if (*s < '0' || *s > '9')
            return false;
        total = total * 10 + (*s - '0');
        if (total > (long long)INT_MAX + 1)
            return false;
    }
    if (negative)
        total = -total;
    if (total > INT_MAX)
        return false;
    *value = (int)total;
    return true;
}

/* Copies the longest word of s, cut to fit, and returns its full length. */
size_t longest_word(const char *s, char *out, size_t size)
{
    const char *best = s;
    size_t best_len = 0;

    while (*s != '\0') {
        size_t len = 0;

        while (s[len] != '\0' && !blank(s[len]))
            len++;
        if (len > best_len) {
            best = s;
            best_len = len;
        }
        s += len > 0 ? len : 1;
    }
    if (size > 0) {
        size_t n = best_len < size ? best_len : size - 1;

        memcpy(out, best, n);
        out[n] = '\0';
    }
    return best_len;
}

/* Turns every run of blanks into a single space; returns the new length. */
size_t squeeze_blanks(char *s)
{
    size_t to = 0;

    for (size_t from = 0; s[from] != '\0'; from++) {
        if (!blank(s[from]))
            s[to++] = s[from];
        else if (to == 0 || s[to - 1] != ' ')
            s[to++] = ' ';
    }
    s[to] = '\0';
    return to;
}
