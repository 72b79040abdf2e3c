// fault: out-of-bounds
struct entry { char name[4]; int key; } entry;
int main(void) {
    struct entry *place = &entry;
    for (int i = 0; i <= 4; i++) place->name[i] = 1;
    return entry.key;
}
