// fault: reach-error
void reach_error(void);

int main(void) {
    for (int i = 0; i < 10; i++)
        if (i == 7) reach_error();
    return 0;
}
