#include "list.h"
#include <stdlib.h>
int made;
Node *push(Node *list, int value)
{
    free(list);
    (void)value;
    return NULL;
}
