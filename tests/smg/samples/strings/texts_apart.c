// Parts of one object that are copied to others of it.
// SAFE
#include <stdio.h>
#include <string.h>

struct names {
    char first[16], last[16];
};

int main(void)
{
    struct names n;
    char s[20] = "abcdef";
    strcpy(s + 8, s);
    strncpy(s, s + 10, 7);
    strncat(s, s + 14, 1);
    if (!fgets(n.last, sizeof n.last, stdin))
        return 0;
    strcpy(n.first, n.last);
    sprintf(n.first, "%s", n.last);
    strncpy(n.last, n.first, sizeof n.last);
    return 0;
}
