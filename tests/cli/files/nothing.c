extern int limit;
int limit_of(void *place);
