// Effects without a defined order are reported where they stand; what sequence points separate is not.
int f(int x);
int bad(int i, int *a)
{
    i = i++ + 1;
    a[i] = i++;
    a[i - 1] = i += i;
    if (f(i++) + i)
        return 1;
    while (i-- > i) f(f(++i) + i);
    int j = (i = 2) + (i = 3);
    j = i > 0 ? i++ : 3, i = i > 0 ? i++ : 3;
    return i++ * i--;
}

struct list { struct list *next; };

int good(struct list *p, int *a, int i)
{
    struct list *q;
    int j;
    i = f(i++);
    i = (i++, 5);
    j = i = 3;
    q = p = p->next;
    while (i && i-- > 0 && (i = f(i)))
        ;
    for (i = 0, j = 4; i < j; i++, j--)
        a[i] = a[i] + (q != p);
    i = i ? f(i--) : j++;
    return sizeof(i++) + i;
}
