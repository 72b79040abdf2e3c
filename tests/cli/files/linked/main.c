#include "list.h"
#include <assert.h>
#include <stdio.h>
int main(void)
{
    Node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i);
    assert(made == 3);
    printf("%d\n", list->value);
    clear(list);
    return 0;
}
