// A pointer that was never written is followed.
// valid-memsafety: FALSE(valid-deref)
int main(void) {
    int *p;
    return *p;
}
