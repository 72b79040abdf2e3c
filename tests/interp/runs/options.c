// Options as the GNU library takes them: several in one argument, arguments of options, other arguments moved behind them.
#include <stdio.h>
#include <unistd.h>

static void take(int count, char **words, const char *letters) {
    int c;
    optind = 0;
    opterr = 0;
    while ((c = getopt(count, words, letters)) != -1)
        printf("%c %s %d\n", c, optarg ? optarg : "-", c == '?' ? optopt : 0);
    printf("%d of %d:", optind, count);
    for (int i = 1; i < count; i++) printf(" %s", words[i]);
    printf("\n");
}

int main(void) {
    char *mixed[] = {"p", "x", "-ab", "y", "-n5", "-n", "6", "z", "-q", "--", "-a", 0};
    char *ends[] = {"p", "-n", 0};
    char *none[] = {"p", 0};
    char *perhaps[] = {"p", "-o", "v", "-ov", "-", 0};
    char *ordered[] = {"p", "-a", "x", "-b", 0};
    take(11, mixed, "abn:");
    take(2, ends, "n:");
    take(2, ends, ":n:");
    take(1, none, "a");
    take(0, none, "a");
    take(5, perhaps, "o::");
    take(4, ordered, "+ab");
    return 0;
}
