// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum st { CLOSED, LISTEN, SYN_SENT, SYN_RCVD, ESTAB, RETRANS,
          FIN_WAIT, CLOSE_WAIT, CLOSING, LAST_ACK, TIME_WAIT };

struct seg { unsigned tries; struct seg *next; };

static struct seg *pend;

static void seg_send(void)
{
    struct seg *s = malloc(sizeof *s);
    if (!s) abort();
    s->tries = 0;
    s->next = pend;
    pend = s;
}

static void seg_acked(void)
{
    struct seg *s = pend;
    if (s != NULL) {
        pend = s->next;
        free(s);
    }
}

int main(void)
{
    enum st st = CLOSED;
    int ev;

    while ((ev = __VERIFIER_nondet_int()) != 0) {
        switch (st) {
        case CLOSED:   st = ev == 1 ? LISTEN : SYN_SENT; break;
        case LISTEN:   if (ev == 2) st = SYN_RCVD; break;
        case SYN_SENT: st = ev < 0 ? CLOSED : ESTAB; break;
        case SYN_RCVD: if (ev > 0) st = ESTAB; break;
        case ESTAB:
            if (ev == 1) seg_send();
            else if (ev == 2) seg_acked();
            else if (ev == 3 && pend != NULL) st = RETRANS;
            else if (ev == 4) st = FIN_WAIT;
            else if (ev == 5) st = CLOSE_WAIT;
            break;
        case RETRANS:                       /* something is pending here */
            pend->tries++;
            if (pend->tries > 5) st = CLOSING;
            else if (ev > 1) { seg_acked(); st = ESTAB; }
            break;
        case FIN_WAIT: st = ev == 1 ? CLOSING : TIME_WAIT; break;
        case CLOSE_WAIT:
            if (pend == NULL) st = LAST_ACK;
            else if (ev == 3) st = RETRANS;
            else seg_acked();
            break;
        case CLOSING:  seg_acked(); if (!pend) st = TIME_WAIT; break;
        case LAST_ACK: st = CLOSED; break;
        case TIME_WAIT: if (ev > 2) st = CLOSED; break;
        }
    }
    while (pend)
        seg_acked();
    return st == CLOSED;
}
