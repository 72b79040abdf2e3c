// A circular doubly linked list with a sentinel on the stack; nodes are removed from the middle.
typedef unsigned long size_t;
int printf(const char *format, ...);
void *malloc(size_t size);
void free(void *pointer);

struct link { struct link *next, *prev; int value; };

static void insert_after(struct link *at, int value) {
    struct link *new = malloc(sizeof *new);
    new->value = value;
    new->next = at->next;
    new->prev = at;
    at->next->prev = new;
    at->next = new;
}

static void unlink_and_free(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
    free(l);
}

int main(void) {
    struct link head;
    head.next = head.prev = &head;
    for (int i = 1; i <= 6; ++i) insert_after(head.prev, i);
    struct link *l = head.next;
    while (l != &head) {
        struct link *next = l->next;
        if (l->value % 2 == 0) unlink_and_free(l);
        l = next;
    }
    int sum = 0;
    for (l = head.prev; l != &head; l = l->prev) {
        sum = sum * 10 + l->value;
    }
    printf("%d\n", sum);
    while (head.next != &head) unlink_and_free(head.next);
    return head.next == head.prev ? 0 : 1;
}
