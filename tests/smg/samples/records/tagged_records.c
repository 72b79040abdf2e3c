// The tag of a record tells whether it has a text. Which of them have one is not known of the list as a whole, but of each record.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct record {
    int tag;
    char *text;
    struct record *next;
};

int main(void)
{
    struct record *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        if (!record)
            abort();
        if (__VERIFIER_nondet_int()) {
            record->tag = 1;
            record->text = malloc(8);
            if (!record->text)
                abort();
        } else {
            record->tag = 0;
            record->text = NULL;
        }
        record->next = all;
        all = record;
    }
    for (struct record *record = all; record; record = record->next)
        if (record->tag == 1)
            record->text[0] = 'a';
    while (all) {
        struct record *next = all->next;
        if (all->tag)
            free(all->text);
        free(all);
        all = next;
    }
    return 0;
}
