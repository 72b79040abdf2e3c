// Effects and their places: what is put off, read back, or named twice.
struct node { struct node *next; };
struct bits { unsigned narrow : 3; };
struct row { int cells[4]; };

static int first(void) { return 0; }
static int turn;
static int read_turn(void) { return turn; }
static struct row row_of(void) { struct row row = {{0}}; return row; }

int known = 1;
extern int renamed __attribute__((alias("known")));
extern int other_name __asm__("known");
void called(void) {}
void called_too(void) __attribute__((alias("called")));

int main(void) {
    int a[4] = {3, 0, 0, 0}, i = 0;
    i = a[i]++;
    if (i != 3 || a[0] != 4 || a[3] != 0) return 1;

    int (*table[2])(void) = {read_turn, first};
    if (table[turn++]() != 1) return 2;

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
    return 0;
}
