// Effects and their places: what is put off, read back, or named twice.
struct node { struct node *next; };
struct bits { unsigned narrow : 3; };
struct row { int cells[4]; };

static struct row row_of(void) { struct row row = {{0}}; return row; }

int known = 1;
extern int renamed __attribute__((alias("known")));
extern int other_name __asm__("known");
void called(void) {}
void called_too(void) __attribute__((alias("called")));

static int counter;
static int reset(void) { return counter = 100, 0; }
static int pick(int first, int second) { return first + second; }
struct field { unsigned long low : 3, high : 5; };
unsigned long strlen(const char *);

static int lists(void) {
    int x = 0, both[2] = {x++, x++}, values[2] = {3, 4}, *next = values;
    if (both[0] + both[1] != 1 || x != 2) return 1;
    struct pair { int a, b; } pair = {.a = *next++, .b = *next++};
    if (pair.a != 3 || pair.b != 4) return 1;
    next = values;
    pair = (struct pair){*next++, *next++};
    if (pair.a != 3 || pair.b != 4) return 1;
    union { int number; char text[8]; } text = {.text = "ab"};
    struct { int key; union { char small; char large[8]; } rest; } left_out = {1};
    if (text.text[0] != 'a') return 1;
    return text.text[2] != 0 || text.text[7] != 0 || left_out.rest.large[5] != 0;
}

static int inner_tags(void) {
    struct node;
    struct holder { struct node *node; };
    struct node { int a, b, c, d; };
    return sizeof(*((struct holder *)0)->node) != 4 * sizeof(int);
}

int main(void) {
    int a[4] = {3, 0, 0, 0}, i = 0;
    i = a[i]++;
    if (i != 3 || a[0] != 4 || a[3] != 0) return 1;

    struct bits bits = {4};
    if ((bits.narrow ?: 1) - 5 >= 0) return 3;

    struct node x, y = {&x}, *p = (struct node *)&p;
    struct node *q = (p->next = &y);
    if (q != &y) return 4;

    if (!((unsigned __int128)-1 > 5) || ((unsigned __int128)-1 >> 127) != 1 || (unsigned __int128)-2 / 3 < 9) return 5;
    if (sizeof(row_of().cells) != 4 * sizeof(int)) return 6;

    renamed = 2;
    other_name++;
    if (known != 3 || called != called_too) return 7;
    if (!__builtin_constant_p(1.0 + 2.0)) return 8;
    if (lists()) return 9;
    if (inner_tags()) return 10;

    int sum = pick(++counter, reset());
    if (sum != 1 && sum != 101) return 11;
    struct field field = {.high = 7};
    field.low = strlen("abc");
    if (field.low != 3 || field.high != 7) return 12;
    _Bool truth = &((struct holder { int a, b; } *)0)->b;
    if (truth != 1) return 13;
    if ((long)(float)9007199791611905LL != 9007200328482816L || (int)16777217.0000000001f != 16777218) return 14;
    return 0;
}
