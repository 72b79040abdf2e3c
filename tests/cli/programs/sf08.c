// UNSAFE: runs below the start of the line when it is blank, in line 15
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Reads lines and prints them with the order of the words reversed;
   with an argument -l the letters too.  Marks palindromes. */

#define LINE_SIZE 128

static void chop(char *s)
{
    char *end = s + strlen(s) - 1;

    while (isspace((unsigned char)*end))
        end--;
    end[1] = '\0';
}

static void reverse(char *from, char *to)
{
    while (from < to) {
        char c = *from;
        *from++ = *--to;
        *to = c;
    }
}

static void reverse_words(char *s)
{
    char *word = s;

    while (*word != '\0') {
        char *end = word;

        while (*end != '\0' && *end != ' ')
            end++;
        reverse(word, end);
        while (*end == ' ')
            end++;
        word = end;
    }
}

static int is_palindrome(const char *s)
{
    size_t i = 0, j = strlen(s);

    if (j == 0)
        return 0;
    j--;
    while (i < j) {
        if (!isalpha((unsigned char)s[i]))
            i++;
        else if (!isalpha((unsigned char)s[j]))
            j--;
        else if (tolower((unsigned char)s[i++]) != tolower((unsigned char)s[j--]))
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    char line[LINE_SIZE];
    int letters = argc > 1 && strcmp(argv[1], "-l") == 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        int pal;

        chop(line);
        pal = is_palindrome(line);
        reverse(line, line + strlen(line));
        if (!letters)
            reverse_words(line);
        printf("%s%s\n", line, pal ? "  (palindrome)" : "");
    }
    return 0;
}
