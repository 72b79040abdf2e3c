/* </script><script>document.title = "owned"</script> & <img src=x onerror=alert(1)> */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    const char *text;
};

int main(void)
{
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    list->text = "</script><b>\"&amp;\"</b> '<!--";
    assert(list->text[0] != '<' && "<i>&'\"</i>");
    free(list);
    return 0;
}
