// FAULTY: 31 leak
/* A small calculator: one expression a line, through an expression tree. */
#include <stdio.h>
#include <stdlib.h>

typedef struct expr {
	int op;			/* '+' '-' '*' '/', 'n' for a number */
	unsigned long value;
	struct expr *lhs, *rhs;
} expr;

static int look;
static void next(void)
{
	do
		look = getchar();
	while (look == ' ' || look == '\t');
}

static void release(expr *e)
{
	if (e) {
		release(e->lhs);
		release(e->rhs);
		free(e);
	}
}

static expr *make(int op, unsigned long value, expr *lhs, expr *rhs)
{
	expr *e = malloc(sizeof *e);

	if (!e) {
		release(lhs);
		release(rhs);
		return NULL;
	}
	e->op = op;
	e->value = value;
	e->lhs = lhs;
	e->rhs = rhs;
	return e;
}

static expr *parse(int level)
{
	expr *e, *r;
	unsigned long v = 0;

	if (level == 2) {

		if (look == '(') {
			next();
			e = parse(0);
			if (e && look == ')') {
				next();
				return e;
			}
			release(e);
			return NULL;
		}
		if (look < '0' || look > '9')
			return NULL;
		for (; look >= '0' && look <= '9'; next())
			v = 10 * v + (unsigned long)(look - '0');
		return make('n', v, NULL, NULL);
	}
	e = parse(level + 1);
	while (e && (level ? look == '*' || look == '/' : look == '+' || look == '-')) {
		int op = look;

		next();
		r = parse(level + 1);
		if (!r)
			return NULL;
		e = make(op, 0, e, r);
	}
	return e;
}

static unsigned long eval(const expr *e)
{
	unsigned long a, b;

	if (e->op == 'n')
		return e->value;
	a = eval(e->lhs);
	b = eval(e->rhs);
	return e->op == '+' ? a + b : e->op == '-' ? a - b :
	    e->op == '*' ? a * b : b ? a / b : 0;
}

int main(void)
{
	for (next(); look != EOF; next()) {
		expr *e = parse(0);

		if (e && (look == '\n' || look == EOF))
			printf("%lu\n", eval(e));
		else
			puts("error");
		release(e);
		while (look != '\n' && look != EOF)
			next();
	}
	return 0;
}
