// The addresses of static variables that no function without a body gets: these functions do not change them.
void reach_error(void);
struct entry {
    int key, value;
};
extern int input(void);
static int top;
static int numbers[2];
static struct entry table[2] = { { 1, 2 }, { 3, 4 } };
static void push(int *at) {
    if (*at < 4) {
        ++*at;
    }
}
static struct entry *find(int key) {
    for (int i = 0; i < 2; i++) {
        if (table[i].key == key) {
            return &table[i];
        }
    }
    return 0;
}
int main(void) {
    int *number = numbers;
    struct entry *entry = find(3);
    number[1] = 5;
    push(&top);
    input();
    if (!(top == 1 && numbers[1] == 5 && entry != 0 && entry->value == 4)) {
        reach_error();
    }
    return 0;
}
