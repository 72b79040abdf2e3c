/* events.c - registry of named event handlers */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef void (*event_fn)(const char *event, void *user);

struct handler {
    struct handler *next;
    char *event;
    event_fn fn;
    void *user;
    bool once;
};

struct registry {
    struct handler *handlers;
    event_fn on_unhandled;      /* may be NULL */
};

static void handler_free(struct handler *h)
{
    free(h->event);
    free(h);
}

/* Takes *link out of its chain and frees it. */
static void handler_drop(struct handler **link)
{
    struct handler *h = *link;

    *link = h->next;
    handler_free(h);
}

void registry_init(struct registry *r)
{
    memset(r, 0, sizeof(*r));
}

void registry_clear(struct registry *r)
{
    if (r == NULL)
        return;
    while (r->handlers != NULL)
        handler_drop(&r->handlers);
}

void registry_set_unhandled(struct registry *r, event_fn fn)
{
    if (r != NULL)
        r->on_unhandled = fn;
}

/* Adds a handler at the end of the chain. NULL when out of memory. */
struct handler *registry_add(struct registry *r, const char *event,
                             event_fn fn, void *user, bool once)
{
    size_t len = strlen(event) + 1;
    struct handler *h = calloc(1, sizeof(*h));
    struct handler **link = &r->handlers;

    if (h == NULL)
        return NULL;
    h->event = malloc(len);
    if (h->event == NULL) {
        free(h);
        return NULL;
    }
    memcpy(h->event, event, len);
    h->fn = fn;
    h->user = user;
    h->once = once;
    while (*link != NULL)
        link = &(*link)->next;
    *link = h;
    return h;
}

/* Removes the given handler. False if it is not registered. */
bool registry_remove(struct registry *r, const struct handler *h)
{
    struct handler **link;

    if (r == NULL || h == NULL)
        return false;
    for (link = &r->handlers; *link != NULL; link = &(*link)->next) {
        if (*link == h) {
            handler_drop(link);
            return true;
        }
    }
    return false;
}

size_t registry_count(const struct registry *r, const char *event)
{
    const struct handler *h;
    size_t n = 0;

    for (h = r->handlers; h != NULL; h = h->next)
        if (event == NULL || strcmp(h->event, event) == 0)
            n++;
    return n;
}

/*
 * Calls each handler of event, in order of registration; a handler must not
 * change the registry. Returns how many were called.
 */
size_t registry_fire(struct registry *r, const char *event)
{
    struct handler **link = &r->handlers;
    size_t called = 0;

    while (*link != NULL) {
        struct handler *h = *link;

        if (strcmp(h->event, event) != 0) {
            link = &h->next;
            continue;
        }
        h->fn(event, h->user);
        called++;
        if (h->once)
            handler_drop(link);
        else
            link = &h->next;
    }
    if (called == 0 && r->on_unhandled != NULL)
        r->on_unhandled(event, NULL);
    return called;
}

/* Removes all handlers of event. */
size_t registry_remove_event(struct registry *r, const char *event)
{
    struct handler **link = &r->handlers;
    size_t removed = 0;

    while (*link != NULL) {
        struct handler *h = *link;

        if (strcmp(h->event, event) == 0) {
            handler_drop(link);
            free(h);
            removed++;
        } else {
            link = &h->next;
        }
    }
    return removed;
}
