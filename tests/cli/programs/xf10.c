// BUG(use-after-free): line 63, `top` still points into the array that push has reallocated
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct account {
    char *owner;
    long balance;
};

static struct account *accounts;
static unsigned naccounts, room;

static struct account *push(const char *owner, long balance)
{
    if (naccounts == room) {
        room = room ? room * 2 : 4;
        accounts = realloc(accounts, room * sizeof *accounts);
    }
    struct account *a = &accounts[naccounts++];
    a->owner = malloc(strlen(owner) + 1);
    strcpy(a->owner, owner);
    a->balance = balance;
    return a;
}

static struct account *richest(void)
{
    struct account *best = &accounts[0];
    for (unsigned i = 1; i < naccounts; i++)
        if (accounts[i].balance > best->balance)
            best = &accounts[i];
    return best;
}

static void close_all(void)
{
    for (unsigned i = 0; i < naccounts; i++)
        free(accounts[i].owner);
    free(accounts);
}

int main(void)
{
    char name[24];
    int n = __VERIFIER_nondet_int();

    if (n < 1 || n > 20)
        return 0;
    for (int i = 0; i < n; i++) {
        sprintf(name, "client%d", i);
        push(name, __VERIFIER_nondet_int());
    }

    /* half of the largest balance goes to a new savings account */
    struct account *top = richest();
    if (top->balance > 1) {
        long half = top->balance / 2;
        sprintf(name, "savings");
        push(name, half);
        top->balance -= half;
    }

    for (unsigned i = 0; i < naccounts; i++)
        printf("%-10s %ld\n", accounts[i].owner, accounts[i].balance);
    close_all();
    return 0;
}
