// UNSAFE line 27: cancelling the last job leaves the tail pointer at the freed node
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

struct job {
    struct job *next;
    unsigned id;
    enum { JOB_SLEEP, JOB_EXEC, JOB_COPY } what;
};
struct sleep_job { struct job j; unsigned seconds; };
struct exec_job  { struct job j; size_t argc; char **argv; };
struct copy_job  { struct job j; char path[60]; };

static struct { struct job *head, *tail; unsigned lastid; } queue;

static void enqueue(struct job *j, int what)
{
    j->id = ++queue.lastid;
    j->what = what;
    j->next = NULL;
    if (queue.head == NULL)
        queue.head = j;
    else
        queue.tail->next = j;
    queue.tail = j;
}

static void job_free(struct job *j)
{
    if (j->what == JOB_EXEC) {
        struct exec_job *x = (struct exec_job *)j;
        for (size_t i = 0; i < x->argc; i++)
            free(x->argv[i]);
        free(x->argv);
    }
    free(j);
}

static void cancel(unsigned id)
{
    struct job **pp = &queue.head;
    while (*pp && (*pp)->id != id)
        pp = &(*pp)->next;
    if (*pp) {
        struct job *j = *pp;
        *pp = j->next;
        job_free(j);
    }
}

static void submit(int code)
{
    if (code < 3) {
        struct sleep_job *s = malloc(sizeof *s);
        if (!s) exit(1);
        s->seconds = (unsigned)code;
        enqueue(&s->j, JOB_SLEEP);
    } else if (code < 6) {
        struct exec_job *x = malloc(sizeof *x);
        if (!x) exit(1);
        x->argc = (size_t)code - 2;
        x->argv = calloc(x->argc, sizeof *x->argv);
        if (!x->argv) exit(1);
        if (!(x->argv[0] = malloc(3))) exit(1);
        memcpy(x->argv[0], "ls", 3);
        enqueue(&x->j, JOB_EXEC);
    } else {
        struct copy_job *c = malloc(sizeof *c);
        if (!c) exit(1);
        strcpy(c->path, "/tmp/a");
        enqueue(&c->j, JOB_COPY);
    }
}

int main(void)
{
    int c;
    while ((c = input()) != 0) {
        if (c > 0) submit(c);
        else cancel((unsigned)-(c + 1));
    }
    while (queue.head) cancel(queue.head->id);
    printf("%u jobs seen\n", queue.lastid);
    return 0;
}
