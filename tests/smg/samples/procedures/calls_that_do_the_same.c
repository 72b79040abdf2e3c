// Each function calls the next one twice: 65,536 calls of the last one, which all do the same. What the callers keep for
// themselves, which differs from call to call, does not matter to it.
// SAFE
#include <stdlib.h>

struct node { struct node *next; };

static void last(struct node **list)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->next = *list;
    *list = node;
    *list = node->next;
    free(node);
}

static void level_1(struct node **list)
{
    int kept = 1;
    last(list);
    kept++;
    last(list);
    if (kept != 2)
        abort();
}

static void level_2(struct node **list)
{
    int kept = 2;
    level_1(list);
    kept++;
    level_1(list);
    if (kept != 3)
        abort();
}

static void level_3(struct node **list)
{
    int kept = 3;
    level_2(list);
    kept++;
    level_2(list);
    if (kept != 4)
        abort();
}

static void level_4(struct node **list)
{
    int kept = 4;
    level_3(list);
    kept++;
    level_3(list);
    if (kept != 5)
        abort();
}

static void level_5(struct node **list)
{
    int kept = 5;
    level_4(list);
    kept++;
    level_4(list);
    if (kept != 6)
        abort();
}

static void level_6(struct node **list)
{
    int kept = 6;
    level_5(list);
    kept++;
    level_5(list);
    if (kept != 7)
        abort();
}

static void level_7(struct node **list)
{
    int kept = 7;
    level_6(list);
    kept++;
    level_6(list);
    if (kept != 8)
        abort();
}

static void level_8(struct node **list)
{
    int kept = 8;
    level_7(list);
    kept++;
    level_7(list);
    if (kept != 9)
        abort();
}

static void level_9(struct node **list)
{
    int kept = 9;
    level_8(list);
    kept++;
    level_8(list);
    if (kept != 10)
        abort();
}

static void level_10(struct node **list)
{
    int kept = 10;
    level_9(list);
    kept++;
    level_9(list);
    if (kept != 11)
        abort();
}

static void level_11(struct node **list)
{
    int kept = 11;
    level_10(list);
    kept++;
    level_10(list);
    if (kept != 12)
        abort();
}

static void level_12(struct node **list)
{
    int kept = 12;
    level_11(list);
    kept++;
    level_11(list);
    if (kept != 13)
        abort();
}

static void level_13(struct node **list)
{
    int kept = 13;
    level_12(list);
    kept++;
    level_12(list);
    if (kept != 14)
        abort();
}

static void level_14(struct node **list)
{
    int kept = 14;
    level_13(list);
    kept++;
    level_13(list);
    if (kept != 15)
        abort();
}

static void level_15(struct node **list)
{
    int kept = 15;
    level_14(list);
    kept++;
    level_14(list);
    if (kept != 16)
        abort();
}

static void level_16(struct node **list)
{
    int kept = 16;
    level_15(list);
    kept++;
    level_15(list);
    if (kept != 17)
        abort();
}

int main(void)
{
    struct node *list = NULL;
    level_16(&list);
    return list != NULL;
}
