// What a global leads to is not lost when main returns: the function that runs at the end frees it.
// SAFE
#include <stdlib.h>

struct node { struct node *next; };

static struct node *kept;

static void at_end(void) { free(kept); }

int main(void)
{
    atexit(at_end);
    kept = malloc(sizeof *kept);
    kept->next = NULL;
    return 0;
}
