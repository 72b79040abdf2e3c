// SAFE
// (malloc is assumed to succeed)
/* Palindrome test on a list of characters: find the middle, reverse, compare. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_LEN 200

typedef struct Node Node;
struct Node {
    char ch;
    Node *next;
};

static Node *reverse(Node *list)
{
    Node *done = NULL;
    while (list) {
        Node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static Node *middle(Node *list)
{
    Node *slow = list, *fast = list;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    return slow;
}

static int is_palindrome(Node *list, int length)
{
    Node *mid = middle(list);
    Node *back = reverse(mid);
    Node *a = list, *b = back;
    int same = 1;

    for (int i = 0; i < length / 2; i++) {
        if (a->ch != b->ch)
            same = 0;
        a = a->next;
        b = b->next;
    }
    reverse(back);
    return same;
}

int main(void)
{
    Node *first = NULL;
    Node **end = &first;
    int length = 0;
    int c;

    while (length < MAX_LEN && (c = getchar()) != EOF && c != '\n') {
        if (!isalnum(c))
            continue;
        *end = malloc(sizeof(Node));
        (*end)->ch = (char)tolower(c);
        (*end)->next = NULL;
        end = &(*end)->next;
        length++;
    }

    printf("%d letters: %s\n", length,
           is_palindrome(first, length) ? "palindrome" : "no palindrome");

    while (length-- > 0) {
        Node *gone = first;
        first = first->next;
        putchar(gone->ch);
        free(gone);
    }
    putchar('\n');
    return 0;
}
