// strdup allocates by the program's own malloc: the block has room
char *strdup(const char *);
static char room[16];
void *malloc(unsigned long size) { return room; }
void free(void *p) { }
int main(void)
{
    char *p = strdup("a");
    if (p)
        p[4] = 'b';
end:
    return 0;
}
