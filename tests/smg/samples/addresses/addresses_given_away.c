// An address that was written to a file, or printed as a number, is not lost for certain: it may be read again.
// SAFE
// FALSE ALARM: memory-leak in line 15: the address is read again
// FALSE ALARM: invalid-free in line 16: the address is read again
// FALSE ALARM: memory-leak in line 22: the address is read again
// FALSE ALARM: invalid-free in line 25: the address is read again
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char text[40];
    char *block = malloc(4);
    snprintf(text, sizeof text, "%lu", (unsigned long)block);
    block = (char *)strtoul(text, NULL, 10);
    free(block);
    FILE *file = tmpfile();
    if (!file)
        return 0;
    char *other = malloc(4);
    fwrite(&other, sizeof other, 1, file);
    other = NULL;
    rewind(file);
    if (fread(&other, sizeof other, 1, file) == 1)
        free(other);
    fclose(file);
    return 0;
}
