// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job;
typedef int (*job_fn)(struct job *);

struct job {
    job_fn run;
    int *arg;             /* optional */
    struct job *next;
};

struct queue {
    struct job *head, *tail;
};

static unsigned done, ticks;
static int *last_result;

static int job_tick(struct job *j)
{
    (void)j;
    ticks++;
    return 0;
}

static int job_count_down(struct job *j)
{
    if (*j->arg > 0) {
        --*j->arg;
        return 1;         /* run again */
    }
    return 0;
}

/* keeps its argument as the latest result */
static int job_publish(struct job *j)
{
    free(last_result);
    last_result = j->arg;
    j->arg = NULL;
    return 0;
}

static void put(struct queue *q, struct job *j)
{
    j->next = NULL;
    if (q->tail)
        q->tail->next = j;
    else
        q->head = j;
    q->tail = j;
}

static struct job *get(struct queue *q)
{
    struct job *j = q->head;
    if (j) {
        q->head = j->next;
        if (!q->head)
            q->tail = NULL;
    }
    return j;
}

static struct job *make_job(job_fn fn, int has_arg)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        return NULL;
    j->run = fn;
    j->arg = NULL;
    if (has_arg) {
        j->arg = malloc(sizeof *j->arg);
        if (!j->arg) {
            free(j);
            return NULL;
        }
        *j->arg = __VERIFIER_nondet_int();
    }
    return j;
}

int main(void)
{
    struct queue q = { NULL, NULL };
    struct job *j;
    int c;

    while ((c = __VERIFIER_nondet_int()) != 0) {
        if (c == 1)
            j = make_job(job_tick, 0);
        else if (c == 2)
            j = make_job(job_count_down, 1);
        else
            j = make_job(job_publish, 1);
        if (!j)
            break;
        put(&q, j);
    }

    while ((j = get(&q)) != NULL) {
        if (j->run(j) && __VERIFIER_nondet_int()) {
            put(&q, j);
            continue;
        }
        done++;
        free(j->arg);
        free(j);
    }
    free(last_result);
    return 0;
}
