/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* cut: print selected fields of each input line */

#define MAXFIELD 32

static int parse_list(const char *list, unsigned char *want)
{
    const char *p = list;

    while (*p != '\0') {
        char *end;
        long f = strtol(p, &end, 10);

        if (end == p || f < 1 || f > MAXFIELD)
            return -1;
        want[f - 1] = 1;
        if (*end == ',')
            end++;
        else if (*end != '\0')
            return -1;
        p = end;
    }
    return 0;
}

int main(int argc, char *argv[])
{
    unsigned char want[MAXFIELD] = { 0 };
    char delims[2] = "\t";
    char *line = NULL;
    size_t cap = 0;
    int opt, have_list = 0;

    while ((opt = getopt(argc, argv, "d:f:")) != -1) {
        switch (opt) {
        case 'd':
            if (strlen(optarg) != 1) {
                fprintf(stderr, "%s: delimiter must be one character\n",
                        argv[0]);
                return 2;
            }
            delims[0] = optarg[0];
            break;
        case 'f':
            if (parse_list(optarg, want) < 0) {
                fprintf(stderr, "%s: bad list '%s'\n", argv[0], optarg);
                return 2;
            }
            have_list = 1;
            break;
        default:
            return 2;
        }
    }
    if (!have_list) {
        fprintf(stderr, "usage: %s [-d c] -f list\n", argv[0]);
        return 2;
    }

    while (getline(&line, &cap, stdin) != -1) {
        char *rest = line, *field;
        int i = 0, printed = 0;

        line[strcspn(line, "\n")] = '\0';
        while (i < MAXFIELD && (field = strsep(&rest, delims)) != NULL) {
            if (want[i++]) {
                if (printed++)
                    putchar(delims[0]);
                fputs(field, stdout);
            }
        }
        putchar('\n');
    }
    free(line);
    return 0;
}
