#include <stdlib.h>

struct node {
    struct node *next;
};

extern struct node *make(void);

int main(void)
{
    struct node *list = make();
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
