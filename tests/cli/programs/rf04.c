// UNSAFE: double-free in line 47
/* Pointer array of jobs; finished jobs are purged by compacting the array. */
#include <stdio.h>
#include <stdlib.h>

#define MAXJOBS 128

extern int __VERIFIER_nondet_int(void);

struct job {
    int id;
    int priority;
};

static struct job *job_new(int id, int priority)
{
    struct job *j = malloc(sizeof *j);
    j->id = id;
    j->priority = priority;
    return j;
}

/* Free all jobs below the given priority; returns the new number of jobs. */
static int purge(struct job **jobs, int n, int min_priority)
{
    int keep = 0;
    for (int i = 0; i < n; i++) {
        if (jobs[i]->priority < min_priority)
            free(jobs[i]);
        else
            jobs[keep++] = jobs[i];
    }
    return keep;
}

static long priority_sum(struct job **jobs, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += jobs[i]->priority;
    return sum;
}

static void free_jobs(struct job **jobs, int n)
{
    for (int i = 0; i < n; i++)
        free(jobs[i]);
}

int main(void)
{
    struct job *jobs[MAXJOBS];
    int n = 0;

    while (n < MAXJOBS) {
        int p = __VERIFIER_nondet_int();
        if (p < 0)
            break;
        jobs[n] = job_new(n, p % 100);
        n++;
    }
    printf("%d jobs, priority sum %ld\n", n, priority_sum(jobs, n));

    n = purge(jobs, n, 3);
    printf("%d jobs, priority sum %ld\n", n, priority_sum(jobs, n));

    if (n > 10) {
        printf("still too many jobs\n");
        purge(jobs, n, 10);
    }
    free_jobs(jobs, n);
    return 0;
}
