#include <assert.h>

struct node {
    struct node *next;
    int number;
};

int count_words(void);

int main(void)
{
    struct node last = { 0, 2 };
    struct node first = { &last, 1 };
    assert(first.next->number == 2);
    return count_words();
}
