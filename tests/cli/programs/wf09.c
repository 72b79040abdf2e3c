// UNSAFE line 53: merging key strokes looks at the next event without testing for the list end
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef struct Event {
    struct Event *next;
    int type;
} Event;

enum { EV_KEY, EV_MOUSE, EV_RESIZE };

typedef struct { Event ev; unsigned repeat; int code; } KeyEvent;
typedef struct { Event ev; int x, y, buttons; } MouseEvent;
typedef struct { Event ev; unsigned width; unsigned *columns; } ResizeEvent;

static Event *alloc_event(int type, size_t size)
{
    Event *e = malloc(size);
    if (!e) abort();
    e->type = type;
    e->next = NULL;
    return e;
}

static Event *next_event(int raw)
{
    if (raw < 0) {
        MouseEvent *m = (MouseEvent *)alloc_event(EV_MOUSE, sizeof(MouseEvent));
        m->x = m->y = 0;
        m->buttons = raw & 7;
        return &m->ev;
    }
    if (raw == 8) {
        ResizeEvent *r = (ResizeEvent *)alloc_event(EV_RESIZE, sizeof(ResizeEvent));
        r->width = 1 + (unsigned)input() % 20u;
        r->columns = calloc(r->width, sizeof(unsigned));
        if (!r->columns) abort();
        return &r->ev;
    }
    KeyEvent *k = (KeyEvent *)alloc_event(EV_KEY, sizeof(KeyEvent));
    k->code = raw & 3;
    k->repeat = 1;
    return &k->ev;
}

static void merge_keys(Event *list)
{
    for (Event *e = list; e; e = e->next) {
        if (e->type != EV_KEY)
            continue;
        while (e->next->type == EV_KEY) {
            KeyEvent *a = (KeyEvent *)e, *b = (KeyEvent *)e->next;
            if (a->code != b->code)
                break;
            a->repeat += b->repeat;
            e->next = b->ev.next;
            free(b);
        }
    }
}

static void free_event(Event *e)
{
    if (e->type == EV_RESIZE)
        free(((ResizeEvent *)e)->columns);
    free(e);
}

int main(void)
{
    Event *first = NULL, **last = &first;
    int raw, n = 0;
    while ((raw = input()) != 0) {
        *last = next_event(raw);
        last = &(*last)->next;
    }
    merge_keys(first);
    while (first) {
        Event *e = first;
        first = e->next;
        if (e->type == EV_KEY && ((KeyEvent *)e)->repeat > 1)
            n = 1;
        free_event(e);
    }
    printf("%s\n", n ? "repeats" : "none");
    return 0;
}
