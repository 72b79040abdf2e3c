// Any number may be read: some run reaches each place that only numbers lead to. The contents of a string are unknown.
// TRUE: invalid-dereference in line 13
// TRUE: uninitialized in line 20
// FALSE ALARM: invalid-dereference in line 16: the number in the string is 12
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int choice = 0, again = 0;
    scanf("%d", &choice);
    if (choice == 77)
        *(int *)0 = 1;
    sscanf("12", "%d", &again);
    if (again == 77)
        *(int *)0 = 2;
    // What is printed wrongly is freed all the same.
    char *name = malloc(11);
    scanf("%10s", name);
    printf("%s", name);
    free(name);
    return 0;
}
