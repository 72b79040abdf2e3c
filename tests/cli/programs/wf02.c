// UNSAFE line 41: reversal of the payload starts one byte behind its end
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

struct pkt {
	struct pkt *next;
	uint8_t proto;
	uint8_t hlen;
	uint16_t dlen;
	uint32_t seq;
	uint8_t data[];
};

struct pktq { struct pkt *first, **lastp; };

static struct pkt *pkt_alloc(uint8_t proto, uint16_t dlen)
{
	struct pkt *p = malloc(sizeof(*p) + dlen);

	if (!p)
		return NULL;
	p->next = NULL;
	p->proto = proto;
	p->hlen = 8;
	p->dlen = dlen;
	p->seq = 0;
	for (unsigned i = 0; i < dlen; i++)
		p->data[i] = (uint8_t)(i ^ proto);
	return p;
}

static void pkt_reverse(struct pkt *p)
{
	unsigned i = 0, j = p->dlen;

	while (i < j) {
		uint8_t t = p->data[i];
		p->data[i] = p->data[j];
		p->data[j] = t;
		i++;
		j--;
	}
}

static void q_append(struct pktq *q, struct pkt *p)
{
	*q->lastp = p;
	q->lastp = &p->next;
}

int main(void)
{
	struct pktq q;
	struct pkt *p;
	unsigned acks = 0, bytes = 0;
	int v;

	q.first = NULL;
	q.lastp = &q.first;
	while ((v = input()) != 0) {
		if (v % 2)
			p = pkt_alloc(6, (uint16_t)(((unsigned)input() % 256u) * 4));
		else
			p = pkt_alloc(1, 0);
		if (!p)
			break;
		q_append(&q, p);
	}
	for (p = q.first; p; p = p->next) {
		if (p->proto == 1) {
			acks++;
			continue;
		}
		bytes += p->dlen + p->hlen;
		if (p->dlen > 100)
			pkt_reverse(p);
	}
	while ((p = q.first) != NULL) {
		q.first = p->next;
		free(p);
	}
	printf("%u acks, %u bytes\n", acks, bytes);
	return 0;
}
