/* Unknown: the result may lead into the block that the function reads, and that is freed. */
void *malloc(unsigned long size);
void free(void *block);
const char *last_part(const char *path);
int main(void) {
    char *path = malloc(2);
    path[0] = 'a';
    path[1] = 0;
    const char *part = last_part(path);
    if (!part) {
        free(path);
        return 1;
    }
    free(path);
    return part[0];
}
