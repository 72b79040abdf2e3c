int g = 0;
static const struct { int *p; int *r; } ops = { &g, 0 };
int y;
void f(void) { y = 0; if (*ops.p > 100) { if (*ops.p * *ops.p == 603729) y = 1; }
end: ;
}
