// SAFE
#include <stdlib.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

#define LEVELS 4

struct job { int id; struct job *next; };
struct queue { struct job *head, *tail; };

static void enqueue(struct queue *q, struct job *j)
{
	j->next = NULL;
	if (q->head == NULL)
		q->head = j;
	else
		q->tail->next = j;
	q->tail = j;
}

static struct job *dequeue(struct queue *q)
{
	struct job *j = q->head;
	if (j != NULL)
		q->head = j->next;
	return j;
}

int main(void)
{
	struct queue q[LEVELS];
	struct job *j;
	int i, op, id = 0;

	for (i = 0; i < LEVELS; i++)
		q[i].head = q[i].tail = NULL;

	while ((op = __VERIFIER_nondet_int()) != 0) {
		if (op < 0) {			/* run the most urgent job */
			for (i = 0; i < LEVELS; i++) {
				if ((j = dequeue(&q[i])) != NULL) {
					id = j->id;
					free(j);
					break;
				}
			}
		} else if (op == 1) {		/* age: everyone up one level */
			for (i = 1; i < LEVELS; i++)
				if ((j = dequeue(&q[i])) != NULL)
					enqueue(&q[i - 1], j);
		} else {
			int level = __VERIFIER_nondet_int();
			if (level < 0 || level >= LEVELS)
				level = LEVELS - 1;
			j = malloc(sizeof(*j));
			if (j == NULL)
				abort();
			j->id = op;
			enqueue(&q[level], j);
		}
	}

	for (i = 0; i < LEVELS; i++)
		while ((j = dequeue(&q[i])) != NULL)
			free(j);
	return id == 9;
}
