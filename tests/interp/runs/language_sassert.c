// _Static_assert and _Bool.
_Static_assert(sizeof(int) == 4, "int"); struct s { int a; _Static_assert(1); };
int main(void) { _Static_assert(sizeof(struct s) == 4, "s"); _Bool b = 0.5; b += 3; b--; return b + (_Bool)"x" + sizeof(_Bool); }
