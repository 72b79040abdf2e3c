#define STATUS (FLAG + 1)
