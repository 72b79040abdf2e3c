/* Addresses that lead farther than any object. */
int nondet(void);
int memcmp(const void *, const void *, unsigned long);
char bytes[16];
int main(void) {
    if (nondet())
        return memcmp(bytes + 0x7fffffffffffffff, "abc", 4);
    char *below = bytes - 0x7fffffffffffffff - 1;
    return ((unsigned long)below & ~7ul) == 0;
}
