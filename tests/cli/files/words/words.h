struct word {
    char *text;
    int count;
    struct word *next;
};

struct word *words_add(struct word *words, const char *text);
void words_clear(struct word *words);
