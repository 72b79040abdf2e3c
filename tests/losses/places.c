// Where the last pointer to a block is lost: in the lines that say so, and in no others.
void *malloc(unsigned long size);
void free(void *block);

struct node {
    struct node *next;
    int number;
};

static struct node *global;

static struct node *make(void) {
    struct node *made = malloc(sizeof(struct node));
    made->next = 0;
    return made;
}

// A variable that nobody reads again holds its block as long as it is there.
static int until_the_scope_ends(void) {
    struct node *held = make();
    held->number = 1;
    int number = 2;
    number = number + 1;
    return number;
} // lost

static void stored_over(void) {
    struct node *held = make();
    held->number = 1;
    held = 0; // lost
    global = held;
}

// Nothing holds a result that is used only once.
static int used_once(void) {
    make()->number = 1; // lost
    int number = 2;
    number = number + 1;
    return number;
}

static void not_used(void) {
    make(); // lost
    global = 0;
}

// A variable holds its block, too, where it is only read through its address.
static int by_an_address(void) {
    struct node *held = make();
    struct node *other = held;
    struct node **place = &held;
    other = 0;
    global = other;
    return (*place)->number = 1;
} // lost

// A variable whose address is forgotten, and that is not read again, holds nothing. When its scope ends, its pointer is lost, too.
static void address_forgotten(void) {
    struct node *held = make();
    struct node **place = &held;
    struct node *other = *place;
    place = 0;
    other->number = place == 0;
    other = 0; // lost
    global = other;
} // lost

static struct node *forgotten(struct node *node) {
    node->number = 1;
    node = 0;
    return node;
}

// Until the call returns, its result has a place in the node.
static void into_a_node(void) {
    struct node *held = make();
    held->next = forgotten(held);
} // lost

// A freed node leads nowhere, though a variable still has its address.
static void in_a_freed_node(void) {
    struct node *first = make();
    first->next = make();
    free(first); // lost
    global = 0;
}

// The second node is lost with the first.
static void two_at_once(void) {
    struct node *first = make();
    first->next = make();
    global = first;
    first = 0;
    global = first; // lost
}

// What a global leads to is there when the program ends.
static void still_there(void) {
    global = make();
}

int main(void) {
    until_the_scope_ends();
    stored_over();
    used_once();
    not_used();
    by_an_address();
    address_forgotten();
    into_a_node();
    in_a_freed_node();
    two_at_once();
    still_there();
    return 0;
}
