// A text is copied into a record of a table. A long one goes on in the pointer beside it, and in the next record.
// TRUE: invalid-dereference in line 28
#include <string.h>
int __VERIFIER_nondet_int(void);

struct entry {
    char name[8];
    int *number;
};

static struct entry table[12];

int main(void)
{
    int number = 1;
    char text[32] = "0123456789012345678";
    if (__VERIFIER_nondet_int())
        text[3] = 0;
    for (int i = 0; i < 12; i++)
        table[i].number = &number;
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at >= 11)
        return 0;
    strcpy(table[at].name, text);
    int sum = 0;
    for (int i = 0; i < 12; i++) {
        if (i != at + 1)
            sum += *table[i].number;
    }
    return sum == 3;
}
