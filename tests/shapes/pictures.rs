//! Pictures of the states of runs: one for each step, with what it changed.

use damson::base::{Budget, SourceMap};
use damson::engine::picture::{HeapPicture, PicturePlace, PicturedCell, PicturedLife};
use damson::pipeline::{self, Input, Settings, Subject, VerificationTask, confirm};

const PROGRAM: &str = "void free(void *);
void *malloc(unsigned long);
typedef struct node { struct node *n; int data[2]; } Node;
Node *f(Node *x) {
    Node *t, *old = x;
    if (x == 0) return x;
    t = malloc(sizeof(Node));
    t->n = x->n;
    t->data[1] = 7;
    free(x);
    x = 0;
    t = 0;
L:  return t;
}";

fn line(cell: &PicturedCell) -> String {
    format!("{}={}", cell.name, cell.value.text())
}

/// A picture on one line; `*` stands before what changed.
fn drawn(picture: &HeapPicture, before: Option<&HeapPicture>) -> String {
    let changes = before.map(|before| picture.changes(before)).unwrap_or_default();
    let mark = |place: PicturePlace| if changes.contains(&place) { "*" } else { "" };
    let variables = picture.variables.iter().enumerate();
    let mut parts: Vec<String> =
        variables.map(|(index, cell)| format!("{}{}", mark(PicturePlace::Variable(index)), line(cell))).collect();
    for block in &picture.blocks {
        let number = block.number;
        let cells = block.cells.iter().enumerate();
        let cells: Vec<String> =
            cells.map(|(index, cell)| format!("{}{}", mark(PicturePlace::Cell(number, index)), line(cell))).collect();
        let life = match block.life {
            PicturedLife::Allocated if block.is_unreachable => " lost",
            PicturedLife::Allocated => "",
            PicturedLife::Freed => " freed",
            PicturedLife::Gone => " gone",
        };
        let mark = mark(PicturePlace::Block(number));
        parts.push(format!("{mark}#{number}{life}{{{}}}", cells.join(" ")));
    }
    parts.join(" ")
}

#[test]
fn every_step_of_a_run_has_a_picture() {
    let mut sources = SourceMap::new();
    let program = sources.add("f.c", PROGRAM);
    let specification = Some(sources.add("f.spec", "assert t != 0 @ L;"));
    let input = Input { specification, ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let found =
        confirm::search(&prepared, &sources, Settings::default().with_run_pictures().concrete, &Budget::unlimited());
    let run = found.runs.first().expect("the assertion does not hold");
    assert_eq!(run.pictures.len(), run.steps.len() + 1);
    let mut text = drawn(&run.pictures[0], None);
    for (pair, step) in run.pictures.windows(2).zip(&run.steps) {
        text.push_str(&format!("\n{}\n    {}", step.text, drawn(&pair[1], Some(&pair[0]))));
    }
    insta::assert_snapshot!(text);
}

/// The run that meets an error of the shape analysis is made once more for its pictures: inputs, calls and loops included.
#[test]
fn runs_that_meet_errors_of_the_shape_analysis_have_pictures() {
    let mut sources = SourceMap::new();
    let text = "void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
        struct node { struct node *next; };
        static struct node *push(struct node *head) {
            struct node *new = malloc(sizeof(struct node));
            new->next = head;
            return new;
        }
        int main(void) {
            struct node *head = 0;
            for (int i = 0; i < 300; i++) head = push(head);
            if (__VERIFIER_nondet_int() == 7) free(head);
            return head->next == 0;
        }";
    let program = sources.add("main.c", text);
    let input = Input::of(program);
    let (job, diagnostics) = pipeline::prepare_job(&mut sources, input);
    let job = job.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let settings = Settings::default().with_run_pictures();
    let (subject, budget) = (Subject::WithCalls(job.question()), Budget::unlimited());
    let answer =
        pipeline::verify(VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget });
    let (found, _) = answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    let runs = found.shapes.findings.iter().filter_map(|alarm| alarm.confirmed.as_ref().ok());
    let run = runs.max_by_key(|run| run.steps.len()).expect("the error has a run");
    let kept: Vec<usize> = run.pictures.keys().copied().collect();
    assert_eq!(kept.first(), Some(&0));
    assert_eq!(kept.last(), Some(&run.steps.len()), "{run:?}");
    // Of the long run the middle is left out.
    assert!(kept.len() < run.steps.len() && kept.len() > 400, "{} of {}", kept.len(), run.steps.len());
    let last = run.pictures.values().next_back().expect("there are some");
    assert!(last.blocks.len() == 64 && last.left_out > 200, "{} {}", last.blocks.len(), last.left_out);
}
