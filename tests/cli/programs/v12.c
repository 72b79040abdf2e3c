// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* Widgets in one window list; "subclasses" start with struct widget. */
struct widget {
    const struct widget_ops *ops;
    struct widget *prev, *next;
};

struct widget_ops {
    void (*click)(struct widget *);
    void (*destroy)(struct widget *);
};

struct button  { struct widget base; unsigned clicks; };
struct textbox { struct widget base; char *text; size_t cap; };

static void button_click(struct widget *w) { ((struct button *)w)->clicks++; }
static void button_destroy(struct widget *w) { free(w); }

static void textbox_click(struct widget *w)
{
    struct textbox *t = (struct textbox *)w;
    if (t->text == NULL) {
        t->text = malloc(t->cap);
        if (t->text == NULL)
            return;
    }
    memset(t->text, ' ', t->cap - 1);
    t->text[t->cap - 1] = '\0';
}

static void textbox_destroy(struct widget *w)
{
    struct textbox *t = (struct textbox *)w;
    if (t->text != NULL)
        free(t->text);
    free(t);
}

static const struct widget_ops button_ops  = { button_click, button_destroy };
static const struct widget_ops textbox_ops = { textbox_click, textbox_destroy };

static struct widget window = { NULL, &window, &window };

static void link_widget(struct widget *w, const struct widget_ops *ops)
{
    w->ops = ops;
    w->next = window.next;
    w->prev = &window;
    window.next->prev = w;
    window.next = w;
}

static void close_widget(struct widget *w)
{
    w->prev->next = w->next;
    w->next->prev = w->prev;
    w->ops->destroy(w);
}

static void open_widget(int kind)
{
    if (kind > 0) {
        struct button *b = calloc(1, sizeof *b);
        if (b != NULL)
            link_widget(&b->base, &button_ops);
    } else {
        struct textbox *t = calloc(1, sizeof *t);
        if (t != NULL) {
            t->cap = 20;
            link_widget(&t->base, &textbox_ops);
        }
    }
}

int main(void)
{
    int ev;
    while ((ev = __VERIFIER_nondet_int()) != 0) {
        struct widget *w;
        switch (ev) {
        case 1:
            open_widget(__VERIFIER_nondet_int());
            break;
        case 2:
            if (window.next != &window)
                close_widget(window.next);
            break;
        case 3:
            if (window.prev != &window)
                close_widget(window.prev);
            break;
        default:
            for (w = window.next; w != &window; w = w->next)
                if (__VERIFIER_nondet_int())
                    w->ops->click(w);
            break;
        }
    }
    while (window.next != &window)
        close_widget(window.next);
    return 0;
}
