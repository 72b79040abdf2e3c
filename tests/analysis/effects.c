// What functions may do with the memory of their callers.
void *malloc(unsigned long size);
void free(void *block);
char *strdup(const char *text);
char *strchr(const char *text, int letter);
long strtol(const char *text, char **end, int base);

struct node {
    struct node *next;
    char *name;
};

static struct node *all;

void log_line(const char *text);
void hand_over(struct node *node);

// allocates struct node and char, does not keep `name`, whose bytes it copies
struct node *make(const char *name)
{
    struct node *node = malloc(sizeof *node);
    node->next = (void *)0;
    node->name = strdup(name);
    return node;
}

// keeps `node`, through a variable and a call
static void link(struct node **list, struct node *node)
{
    node->next = *list;
    *list = node;
}

void keep(struct node *node)
{
    struct node *same = node;
    link(&all, same);
}

// changes nothing, may return NULL
struct node *find(struct node *list, int count)
{
    while (list != (void *)0 && count-- > 0)
        list = list->next;
    return list;
}

// changes nothing, returns no NULL
const char *name_of(int is_first)
{
    const char *name = "other";
    if (is_first)
        name = "first";
    return name;
}

// frees both types
void drop(struct node *node)
{
    log_line(node->name);
    free(node->name);
    free(node);
}

// keeps nothing itself, but the function without a body may
void give(struct node *node)
{
    hand_over(node);
}

// only changes memory
void rename_to(struct node *node, struct node *other)
{
    char *name = node->name;
    node->name = other->name;
    other->name = name;
}

// the parameter that is kept is found through its address
void keep_by_address(struct node *node)
{
    struct node **place = &node;
    all = *place;
}

// what a pointer leads to may do anything
void visit(struct node *node, void (*visitor)(struct node *))
{
    visitor(node);
}

// the library stores a pointer into the text
long number(char *text, char **end)
{
    return strtol(text, end, 10);
}

static char *sign;

// the library returns a pointer into the text
void find_sign(char *text)
{
    sign = strchr(text, '=');
}

// a static variable outlives the call
struct node *last(struct node *node)
{
    static struct node *before;
    struct node *result = before;
    before = node;
    return result;
}
