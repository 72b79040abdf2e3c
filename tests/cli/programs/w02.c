// SAFE
// Doubly linked job list, links embedded in the middle, container_of in two steps.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

extern int input(void);

struct list_head { struct list_head *next, *prev; };

struct job {
	unsigned id;
	int is_mail;
	struct list_head link;
};

struct print_job { unsigned pages; struct job job; };
struct mail_job { char to[24]; size_t size; struct job job; unsigned retries; };

static void list_init(struct list_head *h) { h->next = h->prev = h; }

static void list_add_tail(struct list_head *n, struct list_head *h)
{
	n->prev = h->prev;
	n->next = h;
	h->prev->next = n;
	h->prev = n;
}

static void list_del(struct list_head *n)
{
	n->prev->next = n->next;
	n->next->prev = n->prev;
}

static void job_release(struct job *j)
{
	list_del(&j->link);
	if (j->is_mail)
		free(container_of(j, struct mail_job, job));
	else
		free(container_of(j, struct print_job, job));
}

static void add_job(struct list_head *q, unsigned id, int mail)
{
	struct job *j;
	if (mail) {
		struct mail_job *m = calloc(1, sizeof(*m));
		if (!m) exit(1);
		strcpy(m->to, "root@localhost");
		m->size = 100;
		j = &m->job;
	} else {
		struct print_job *p = calloc(1, sizeof(*p));
		if (!p) exit(1);
		p->pages = id % 7 + 1;
		j = &p->job;
	}
	j->id = id;
	j->is_mail = mail;
	list_add_tail(&j->link, q);
}

int main(void)
{
	struct list_head q, *pos, *tmp;
	unsigned id = 0, pages = 0;
	int cmd;
	list_init(&q);
	while ((cmd = input()) != 0)
		add_job(&q, id++, cmd < 0);
	for (pos = q.next; pos != &q; pos = tmp) {
		struct job *j = container_of(pos, struct job, link);
		tmp = pos->next;
		if (j->is_mail && container_of(j, struct mail_job, job)->to[0] == 'r')
			container_of(j, struct mail_job, job)->retries++;
		else if (!j->is_mail)
			pages += container_of(j, struct print_job, job)->pages;
		if (input() & 1)
			job_release(j);
	}
	printf("%u pages\n", pages);
	while (q.next != &q)
		job_release(container_of(q.next, struct job, link));
	return 0;
}
