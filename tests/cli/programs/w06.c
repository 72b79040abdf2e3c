// SAFE
// Event log with owned alarm text, split by kind into two lists and reported.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

struct event {
  int kind;                 /* 0 = reading, 1 = alarm, 2 = heartbeat */
  unsigned stamp;
  struct event *next;
};
struct reading { struct event ev; unsigned channel; double value; };
struct alarm_ev { struct event ev; char *text; size_t textlen; };

static struct event *new_reading(unsigned stamp) {
  struct reading *r = malloc(sizeof(struct reading));
  if (!r) exit(2);
  r->ev.kind = 0;
  r->channel = stamp % 8;
  r->value = input();
  r->ev.stamp = stamp;
  return (struct event *)r;
}

static struct event *new_alarm(unsigned stamp) {
  struct alarm_ev *a = malloc(sizeof(struct alarm_ev));
  if (!a) exit(2);
  a->ev.kind = 1;
  a->ev.stamp = stamp;
  a->textlen = (size_t)(input() & 31);
  a->text = malloc(a->textlen + 1);
  if (!a->text) exit(2);
  memset(a->text, '!', a->textlen);
  a->text[a->textlen] = '\0';
  return (struct event *)a;
}

static struct event *new_heartbeat(unsigned stamp) {
  struct event *e = malloc(sizeof(struct event));
  if (!e) exit(2);
  e->kind = 2;
  e->stamp = stamp;
  return e;
}

static void event_free(struct event *e) {
  if (e->kind == 1) free(((struct alarm_ev *)e)->text);
  free(e);
}

int main(void) {
  struct event *log = NULL, **end = &log;
  struct event *alarms = NULL, *readings = NULL;
  unsigned clock = 0;
  int code;

  while ((code = input()) >= 0) {
    struct event *e = code > 6 ? new_alarm(clock) : code > 2 ? new_reading(clock) : new_heartbeat(clock);
    e->next = NULL;
    *end = e;
    end = &e->next;
    clock++;
  }

  while (log != NULL) {
    struct event *e = log;
    log = e->next;
    switch (e->kind) {
    case 0: e->next = readings; readings = e; break;
    case 1: e->next = alarms; alarms = e; break;
    default: event_free(e); break;
    }
  }

  while (readings != NULL) {
    struct reading *r = (struct reading *)readings;
    readings = r->ev.next;
    printf("%u ch%u %g\n", r->ev.stamp, r->channel, r->value);
    event_free(&r->ev);
  }
  while (alarms != NULL) {
    struct alarm_ev *a = (struct alarm_ev *)alarms;
    alarms = a->ev.next;
    printf("%u %s (%zu)\n", a->ev.stamp, a->text, strlen(a->text));
    event_free(&a->ev);
  }
  return 0;
}
