// UNSAFE line 54: leak
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Calendar: single entries, and meetings with a list of attendees. */

typedef struct attendee {
    int person;
    struct attendee *next;
} Attendee;

typedef enum { ENTRY_SINGLE, ENTRY_MEETING } EntryKind;

typedef struct entry {
    EntryKind kind;
    int hour;
    Attendee *people;
    struct entry *next;
} Entry;

static void free_people(Attendee *a)
{
    while (a != NULL) {
        Attendee *n = a->next;
        free(a);
        a = n;
    }
}

static void invite(Entry *e, int person)
{
    Attendee *a = (Attendee *)malloc(sizeof(Attendee));
    if (a == NULL)
        return;
    a->person = person;
    a->next = e->people;
    e->people = a;
    e->kind = ENTRY_MEETING;
}

static Entry *find_entry(Entry *list, int hour)
{
    while (list != NULL && list->hour != hour)
        list = list->next;
    return list;
}

static void make_single(Entry *e, int new_hour)
{
    e->hour = new_hour;
    if (e->kind == ENTRY_MEETING) {
        e->kind = ENTRY_SINGLE;
        e->people = NULL;
    }
}

int main(void)
{
    Entry *calendar = NULL;
    int op;

    while ((op = __VERIFIER_nondet_int()) > 0) {
        int hour = __VERIFIER_nondet_int();
        Entry *e = find_entry(calendar, hour);
        if (e == NULL) {
            e = (Entry *)malloc(sizeof(Entry));
            if (e == NULL)
                break;
            e->kind = ENTRY_SINGLE;
            e->hour = hour;
            e->people = NULL;
            e->next = calendar;
            calendar = e;
        }
        switch (op) {
        case 1:
        case 2:
            invite(e, __VERIFIER_nondet_int());
            break;
        case 3:
            make_single(e, __VERIFIER_nondet_int());
            break;
        default:
            break;
        }
    }

    while (calendar != NULL) {
        Entry *e = calendar;
        calendar = e->next;
        if (e->kind == ENTRY_MEETING)
            free_people(e->people);
        free(e);
    }
    return 0;
}
