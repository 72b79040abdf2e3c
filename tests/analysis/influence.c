// Numbers that decide something: `limit` and `looked_at` a branch, `index` an address, `bytes` a size, `divided` and `from` what
// `limit` is, `width` how much is printed, `seen` what a function without a body does. `shared` and `bits` have the bytes of
// other members, `taken` and `held.pointed_to` may be read through pointers, `cast.as_bytes` and
// `key.compared` as characters. `returned` is the result of a function that is called through a pointer.
// All others decide nothing: what is only counted, kept, passed on and printed.
int printf(const char *format, ...);
void *malloc(unsigned long size);
void outside(int number);
int memcmp(const void *left, const void *right, unsigned long bytes);

struct node { int kept; int pointed_to; int looked_at; struct node *next; };
struct cast { int as_bytes; };
struct key { int compared; };
union both { struct { int shared; } part; unsigned bits; };

static int served, returned;
static int *pointer;

static int passed_on(int given) {
    int result = given + 1;
    return result;
}

static int decides(int from) { return from * 2; }

static int by_pointer(void) { return returned; }

int main(int argc, char **argv) {
    int limit = 0, index = 1, width = 3, seen = 4, taken = 5, counted = 6, divided = 7;
    unsigned long bytes = sizeof(struct node);
    struct node *held = malloc(bytes);
    struct cast cast = { 1 };
    union both both;
    both.part.shared = 1;
    both.bits = 2;
    pointer = &taken;
    pointer = &held->pointed_to;
    char *first = (char *)&cast;
    struct key key = { 1 }, other = { 2 };
    int (*called)(void) = by_pointer;
    if (memcmp(&key, &other, sizeof(key)) || called()) return 1;
    held->kept = passed_on(served);
    held->looked_at = 8;
    limit = decides(divided);
    printf("%d: %d\n", counted, held->kept);
    printf("%*d\n", width, limit);
    outside(seen);
    while (counted++, limit-- > 0) served++;
    if (held->looked_at) return argv[index] == first;
    return 0;
}
