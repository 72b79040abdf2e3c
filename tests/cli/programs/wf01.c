// UNSAFE line 58: fee entries are cast to the larger transfer record in the report
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

enum entry_type { DEPOSIT, TRANSFER, FEE };

struct entry {
    struct entry *next;
    enum entry_type type;
    unsigned amount;
};
struct deposit { struct entry e; unsigned branch; };
struct transfer { struct entry e; unsigned from, to; char memo[32]; };
struct fee { struct entry e; char reason; };

static struct entry *new_entry(enum entry_type type, size_t size)
{
    struct entry *e = calloc(1, size);
    if (e == NULL)
        abort();
    e->type = type;
    e->amount = (unsigned)input() % 10000u;
    return e;
}

static struct entry *read_entry(int code)
{
    struct entry *e;
    if (code < 4) {
        e = new_entry(DEPOSIT, sizeof(struct deposit));
        ((struct deposit *)e)->branch = (unsigned)code;
    } else if (code < 7) {
        struct transfer *t;
        e = new_entry(TRANSFER, sizeof(struct transfer));
        t = (struct transfer *)e;
        t->from = 1;
        t->to = (unsigned)input() % 9u;
        snprintf(t->memo, sizeof t->memo, "to account %u", t->to);
    } else {
        e = new_entry(FEE, sizeof(struct fee));
        ((struct fee *)e)->reason = 'M';
    }
    return e;
}

static void report(const struct entry *e)
{
    switch (e->type) {
    case DEPOSIT:
        printf("+%u at %u\n", e->amount, ((const struct deposit *)e)->branch);
        break;
    case TRANSFER:
        printf("-%u (%s)\n", e->amount, ((const struct transfer *)e)->memo);
        break;
    case FEE:
        printf("-%u %c\n", e->amount, ((const struct transfer *)e)->memo[0]);
        break;
    }
}

int main(void)
{
    struct entry *book = NULL, *e;
    int code;

    while ((code = input()) > 0) {
        e = read_entry(code);
        e->next = book;
        book = e;
    }
    for (e = book; e != NULL; e = e->next)
        report(e);
    while (book != NULL) {
        e = book->next;
        free(book);
        book = e;
    }
    return 0;
}
