// GCC's atomic operations in one thread.
#include <stdbool.h>
#include <stdio.h>

struct list { struct list *next; int value; };
static struct list *top;

static void push(struct list *node) {
    do node->next = __atomic_load_n(&top, __ATOMIC_ACQUIRE);
    while (!__sync_bool_compare_and_swap(&top, node->next, node));
}

int main(void) {
    int x = 5, old, expected = 3, desired = 9;
    unsigned char small = 250;
    long array[2] = {1, 2}, *p = array;
    printf("%d\n", __sync_fetch_and_add(&x, 3));
    printf("%d\n", __sync_sub_and_fetch(&x, 1));
    printf("%d\n", __sync_fetch_and_or_4(&x, 8));
    printf("%d\n", __sync_and_and_fetch(&x, 13));
    printf("%d\n", __atomic_xor_fetch(&x, 1, 0));
    printf("%d\n", __atomic_fetch_nand(&x, 6, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_add_fetch(&small, 10, 0));
    printf("%ld\n", __sync_fetch_and_add(p++, 5));
    printf("%ld %ld %d\n", array[0], *p, small);
    printf("%d\n", __sync_val_compare_and_swap(&x, 1, 2));
    old = x;
    printf("%d\n", __sync_val_compare_and_swap(&x, old, 2));
    bool swapped = __atomic_compare_exchange_n(&x, &expected, 7, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d %d\n", swapped, expected, x);
    swapped = __atomic_compare_exchange(&x, &expected, &desired, true, 0, 0);
    printf("%d %d %d\n", swapped, expected, x);
    __atomic_exchange(&x, &expected, &old, 0);
    printf("%d %d\n", old, x);
    printf("%d\n", __sync_lock_test_and_set(&x, 1));
    __sync_lock_release(&x);
    __atomic_store_n(&x, x + 40, __ATOMIC_RELEASE);
    __atomic_store(&x, &desired, 0);
    __atomic_load(&x, &old, 0);
    printf("%d\n", old);
    printf("%d\n", __atomic_exchange_n(&x, -1, 0));
    bool flag = false;
    printf("%d ", __atomic_test_and_set(&flag, 0));
    printf("%d ", __atomic_test_and_set(&flag, 0));
    __atomic_clear(&flag, 0);
    printf("%d\n", flag);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    struct list a = {0, 1}, b = {0, 2};
    push(&a);
    push(&b);
    for (struct list *q = top; q; q = q->next) printf("%d,", q->value);
    x = 0x7fffffff;
    printf(" %d\n", __sync_add_and_fetch(&x, 1) < 0);
    return 0;
}
