// SAFE
/* Employees: sorted by swapping pointers, then handed over to an array of
 * per-department lists. */
#include <stdio.h>
#include <stdlib.h>

#define DEPARTMENTS 5

struct employee {
    int id;
    int department;
    int salary;
    struct employee *next;
};

static struct employee *hire(int id)
{
    struct employee *e = malloc(sizeof *e);
    e->id = id;
    e->department = rand() % DEPARTMENTS;
    e->salary = 1000 + rand() % 4000;
    e->next = NULL;
    return e;
}

static void sort_by_salary(struct employee **v, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        int min = i;
        for (int j = i + 1; j < n; j++)
            if (v[j]->salary < v[min]->salary)
                min = j;
        if (min != i) {
            struct employee *t = v[i];
            v[i] = v[min];
            v[min] = t;
        }
    }
}

static void distribute(struct employee **v, int n, struct employee *dep[])
{
    for (int i = 0; i < n; i++) {
        struct employee *e = v[i];
        v[i] = NULL;
        e->next = dep[e->department];
        dep[e->department] = e;
    }
}

/* Frees the best paid employee (the head of the list). */
static void fire_head(struct employee *dep[], int d)
{
    struct employee *e = dep[d];
    if (e != NULL) {
        dep[d] = e->next;
        printf("fired %d from department %d\n", e->id, d);
        free(e);
    }
}

int main(void)
{
    struct employee *dep[DEPARTMENTS] = { NULL };
    int n = 1 + rand() % 50;
    struct employee **all = malloc(n * sizeof *all);

    for (int i = 0; i < n; i++)
        all[i] = hire(i);
    sort_by_salary(all, n);
    printf("lowest salary %d, highest %d\n", all[0]->salary, all[n - 1]->salary);
    distribute(all, n, dep);
    free(all);

    fire_head(dep, rand() % DEPARTMENTS);
    for (int d = 0; d < DEPARTMENTS; d++) {
        long sum = 0;
        int count = 0;
        for (struct employee *e = dep[d]; e != NULL; e = e->next) {
            sum += e->salary;
            count++;
        }
        printf("department %d: %d people, %ld total\n", d, count, sum);
    }
    for (int d = 0; d < DEPARTMENTS; d++)
        while (dep[d] != NULL)
            fire_head(dep, d);
    return 0;
}
