// SAFE
// Editor undo/redo stacks of insert, delete and marker records, records move between stacks.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
extern int input(void);

typedef struct Record { struct Record *prev; char type; } Record;
typedef struct { Record hdr; unsigned pos, count; } InsertRec;
typedef struct { Record hdr; unsigned pos, count; char *removed; } DeleteRec;

static Record *undoStack, *redoStack;
static unsigned textLength;

static void *need(void *p) { if (p == NULL) exit(3); return p; }

static void push(Record **stack, Record *r) { r->prev = *stack; *stack = r; }

static Record *pop(Record **stack)
{
    Record *r = *stack;
    if (r != NULL) *stack = r->prev;
    return r;
}

static void clear(Record **stack)
{
    Record *r;
    while ((r = pop(stack)) != NULL) {
        if (r->type == 'D') free(((DeleteRec *)r)->removed);
        free(r);
    }
}

static void doInsert(unsigned count)
{
    InsertRec *r = need(malloc(sizeof(InsertRec)));
    r->hdr.type = 'I';
    r->pos = textLength;
    r->count = count;
    textLength += count;
    push(&undoStack, &r->hdr);
}

static void doDelete(unsigned count)
{
    DeleteRec *r = need(malloc(sizeof(DeleteRec)));
    if (count > textLength) count = textLength;
    r->hdr.type = 'D';
    r->pos = textLength - count;
    r->count = count;
    r->removed = need(calloc(count + 1, 1));
    for (char *p = r->removed; p < r->removed + count; p++) *p = 'x';
    textLength = r->pos;
    push(&undoStack, &r->hdr);
}

static void mark(void)
{
    Record *r = need(malloc(sizeof(Record)));
    r->type = 'M';
    push(&undoStack, r);
}

static bool replay(Record **from, Record **to, bool undo)
{
    Record *r = pop(from);
    if (!r) return false;
    if (r->type == 'I')
        textLength = ((InsertRec *)r)->pos + (undo ? 0 : ((InsertRec *)r)->count);
    else if (r->type == 'D')
        textLength = ((DeleteRec *)r)->pos + (undo ? ((DeleteRec *)r)->count : 0);
    push(to, r);
    return r->type != 'M';
}

int main(void)
{
    for (int key; (key = input()) != 0; ) {
        if (key >= 1 && key <= 3) clear(&redoStack);
        if (key == 1) doInsert((unsigned)input() % 64u);
        else if (key == 2) doDelete((unsigned)input() % 64u);
        else if (key == 3) mark();
        else if (key == 4) while (replay(&undoStack, &redoStack, true)) { }
        else (void)replay(&redoStack, &undoStack, false);
    }
    if (undoStack && undoStack->type == 'D') printf("last: %s\n", ((DeleteRec *)undoStack)->removed);
    clear(&undoStack);
    clear(&redoStack);
    return 0;
}
