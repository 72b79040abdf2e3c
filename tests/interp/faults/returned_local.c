// fault: use-after-scope
static int *local(void) {
    int i = 3;
    int *p = &i;
    return p;
}

int main(void) {
    return *local();
}
