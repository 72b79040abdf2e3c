//! The full screen of `damson explore`: what it shows for sequences of keys, at two sizes, without a terminal.

use crate::support::explored;

use damson::base::Budget;
use damson::explore::Request;
use damson::screen::{KEYS, Pane, Screen, Theme, Wish};
use explored::opened;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::{Color, Modifier};

/// Does what the screen wishes until it wishes nothing more; whether it wants to be left.
fn satisfy(screen: &mut Screen, wish: Option<Wish>) -> bool {
    let mut wish = wish;
    while let Some(wanted) = wish.take() {
        match wanted {
            Wish::Quit => return true,
            Wish::Work(work) => wish = screen.finished(work.perform(&Budget::unlimited())),
            Wish::Write { file, .. } => screen.written(&file, Ok(())),
            Wish::Stop => {}
        }
    }
    false
}

/// A screen as it is when the first work is done.
fn begun(program: &str, specification: &str) -> Screen {
    let (session, answer, source) = opened(program, specification);
    let mut screen = Screen::new(session, &answer, Some(&source), Theme::Plain);
    let first = screen.begin(Request::Prove);
    assert!(!satisfy(&mut screen, first));
    screen
}

/// Presses keys: each character is one; words in `<>` are named keys. Whether the screen is left.
fn press(screen: &mut Screen, keys: &str) -> bool {
    let mut left = false;
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let (code, length) = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            Some((name, _)) => (named(name), name.len() + 2),
            None => (KeyCode::Char(first), first.len_utf8()),
        };
        rest = &rest[length..];
        let wish = screen.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        left |= satisfy(screen, wish);
    }
    left
}

fn named(name: &str) -> KeyCode {
    match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "end" => KeyCode::End,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        other => panic!("no key is called {other}"),
    }
}

fn shown(screen: &mut Screen, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("it is drawn");
    let buffer = terminal.backend().buffer().clone();
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

const NARROW: (u16, u16) = (80, 24);
const WIDE: (u16, u16) = (160, 50);

/// List reversal of a list that may be cyclic, and the run that shows it.
fn broken() -> Screen {
    begun("models/list_reverse/list_reverse.c", "models/list_reverse/no_precondition.spec")
}

/// The same with its precondition: proved.
fn proved() -> Screen {
    begun("models/list_reverse/list_reverse.c", "models/list_reverse/list_reverse.spec")
}

#[test]
fn every_pane_has_its_place_on_a_narrow_screen() {
    for pane in Pane::ALL {
        let mut screen = broken();
        let index = Pane::ALL.iter().position(|known| *known == pane).unwrap() + 1;
        press(&mut screen, &format!("mmmmm{index}"));
        insta::assert_snapshot!(format!("narrow_{}", pane.name()), shown(&mut screen, NARROW));
    }
}

#[test]
fn all_panes_stand_side_by_side_on_a_wide_screen() {
    let mut screen = broken();
    press(&mut screen, "mmmmm");
    insta::assert_snapshot!("wide_violated", shown(&mut screen, WIDE));
    insta::assert_snapshot!("wide_proved", shown(&mut proved(), WIDE));
}

/// The way to an error that only the shape analysis suspects, with memory as far as it is known there.
#[test]
fn suspected_errors_are_stepped_through() {
    let mut screen = begun("tests/explore/suspected.c", "tests/explore/suspected.spec");
    press(&mut screen, "xmmmmm");
    insta::assert_snapshot!("narrow_suspected", shown(&mut screen, NARROW));
    insta::assert_snapshot!("wide_suspected", shown(&mut screen, WIDE));
}

#[test]
fn every_pane_can_have_all_of_the_screen() {
    let mut screen = proved();
    press(&mut screen, "6z");
    insta::assert_snapshot!("zoomed_hints", shown(&mut screen, NARROW));
    press(&mut screen, "z3a");
    insta::assert_snapshot!("all_predicates", shown(&mut screen, NARROW));
}

/// Whatever is selected, the other panes follow.
#[test]
fn selections_move_every_pane() {
    let mut screen = broken();
    let wide = |screen: &mut Screen| shown(screen, WIDE);
    // A step of the run selects its location.
    press(&mut screen, "mmmmmm");
    assert!(wide(&mut screen).contains("list_reverse.c @ n7"));
    // A location shows its predicates, and where the first one comes from.
    press(&mut screen, "1<up>");
    let text = wide(&mut screen);
    assert!(text.contains("list_reverse.c @ n6") && text.contains("Predicates @ n6"), "{text}");
    // A predicate selects its location.
    press(&mut screen, "3a<end>");
    assert!(!wide(&mut screen).contains("Predicates @ n6"));
    press(&mut screen, "a/cyclic<enter>");
    assert!(wide(&mut screen).contains("/cyclic"));
    // An iteration shows what it found.
    press(&mut screen, "<esc>5<right><right>");
    assert!(wide(&mut screen).contains("Predicates of iteration 2"));
    // The tree shows what follows from a predicate.
    press(&mut screen, "<esc>3<up>c");
    assert!(wide(&mut screen).contains("Caused by"));
    // What is searched in the source becomes the location.
    press(&mut screen, "1/y->n = t<enter>");
    assert!(wide(&mut screen).contains("list_reverse.c @ n7"));
}

#[test]
fn hints_are_accepted_dropped_and_taken_back() {
    let mut screen = broken();
    press(&mut screen, "6<enter>");
    let text = shown(&mut screen, WIDE);
    assert!(text.contains("Hints  1, proposed: 4") && text.contains("new: r uses it"), "{text}");
    press(&mut screen, "r");
    assert!(shown(&mut screen, WIDE).contains("any ×"));
    press(&mut screen, "6d");
    assert!(shown(&mut screen, WIDE).contains("Hints  0"));
    press(&mut screen, "u");
    assert!(shown(&mut screen, WIDE).contains("Hints  1"));
    // What is not saved is asked for once.
    assert!(!press(&mut screen, "q"));
    assert!(shown(&mut screen, WIDE).contains("hints are not saved"));
    assert!(press(&mut screen, "q"));
}

/// A hint that is wrong shows the heap that refutes it.
#[test]
fn a_refuted_hint_shows_its_heap() {
    let mut screen = broken();
    press(&mut screen, ":hint cyclic[;n](y) @ n2 ~> false<enter>r6z");
    insta::assert_snapshot!("refuted_hint", shown(&mut screen, NARROW));
}

#[test]
fn commands_answer_in_windows() {
    let mut screen = proved();
    press(&mut screen, ":statistics<enter>");
    insta::assert_snapshot!("window", shown(&mut screen, NARROW));
    press(&mut screen, "<esc>:no such command<enter>");
    assert!(shown(&mut screen, NARROW).contains("there is no command 'no'"));
    press(&mut screen, "?");
    insta::assert_snapshot!("keys", shown(&mut screen, WIDE));
}

#[test]
fn the_path_of_the_model_can_be_stepped_through() {
    let mut screen = broken();
    press(&mut screen, "t<right><right><right>");
    insta::assert_snapshot!("path", shown(&mut screen, NARROW));
}

#[test]
fn the_mouse_selects() {
    let mut screen = broken();
    let first = shown(&mut screen, WIDE);
    // The row of the flowchart that begins with n5.
    let row = first.lines().position(|line| line.contains("n5 x = x->n")).expect("the flowchart is there");
    let mouse = |kind, row: usize| {
        let row = u16::try_from(row).unwrap();
        Event::Mouse(MouseEvent { kind, column: 6, row, modifiers: KeyModifiers::NONE })
    };
    screen.handle(&mouse(MouseEventKind::Down(MouseButton::Left), row));
    assert!(shown(&mut screen, WIDE).contains("list_reverse.c @ n5"));
    // On a narrow screen the names at the top lead to the panes.
    assert!(!shown(&mut screen, NARROW).contains("┏ 1 "));
    screen.handle(&mouse(MouseEventKind::Down(MouseButton::Left), 0));
    assert!(shown(&mut screen, NARROW).contains("┏ 1 "));
    shown(&mut screen, WIDE);
    screen.handle(&mouse(MouseEventKind::ScrollDown, row));
    assert!(shown(&mut screen, WIDE).contains("list_reverse.c @ n6"));
}

/// What a step has changed is bold, in the heap and among the predicates, also where there are no colours.
#[test]
fn what_a_step_has_changed_is_bold() {
    let mut screen = broken();
    press(&mut screen, "mmmmmm1");
    let mut terminal = Terminal::new(TestBackend::new(160, 50)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let bold = |x: u16, y: u16| buffer[(x, y)].modifier.contains(Modifier::BOLD);
    let text = |y: u16| (0..160).filter(|x| bold(*x, y)).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let all: Vec<String> = (0..50).map(text).collect();
    // `y->n = NULL` changes a cell, and with it what the predicates at n7 are.
    assert!(all.iter().any(|line| line.contains("NULL") && line.contains('n')), "{all:?}");
    assert!(all.iter().any(|line| line.contains("x->n == NULL")), "{all:?}");
    assert!(buffer.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

/// Keys of all kinds, at sizes down to nothing: nothing panics.
#[test]
fn no_keys_and_no_size_bring_the_screen_down() {
    for mut screen in [broken(), proved()] {
        let quick = |code: &KeyCode| !matches!(code, KeyCode::Char('P' | 'q'));
        for (round, row) in KEYS.iter().chain(KEYS.iter().rev()).enumerate() {
            for code in row.keys.iter().filter(|code| quick(code)) {
                let wish = screen.handle(&Event::Key(KeyEvent::new(*code, KeyModifiers::NONE)));
                satisfy(&mut screen, wish);
            }
            let size = [(1, 1), (3, 2), (20, 5), (80, 24), (119, 31), (160, 50), (300, 12)][round % 7];
            shown(&mut screen, size);
            press(&mut screen, "<esc>");
        }
    }
}

/// The chapter on exploring shows a screen: this one. `DAMSON_UPDATE=1` writes it there.
#[test]
fn the_book_shows_the_screen() {
    let mut screen = begun("models/dll_delete/faulty.c", "models/dll_delete/faulty.spec");
    press(&mut screen, "mmm");
    let picture = shown(&mut screen, (120, 40));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/exploring.md");
    let chapter = std::fs::read_to_string(&path).expect("the chapter is there");
    let (before, rest) = chapter.split_once("```text screen\n").expect("the chapter has a picture of the screen");
    let (known, after) = rest.split_once("```\n").expect("the picture ends");
    if std::env::var_os("DAMSON_UPDATE").is_some() && known != picture {
        let text = format!("{before}```text screen\n{picture}```\n{after}");
        std::fs::write(&path, text).expect("the chapter can be written");
        return;
    }
    assert_eq!(known, picture, "DAMSON_UPDATE=1 cargo test --test interface screen:: writes the picture into the book");
}

/// While work is under way, the screen goes on, and Esc asks to stop it.
#[test]
fn work_can_be_stopped() {
    let (session, answer, source) =
        opened("models/list_reverse/list_reverse.c", "models/list_reverse/list_reverse.spec");
    let mut screen = Screen::new(session, &answer, Some(&source), Theme::Plain);
    let Some(Wish::Work(work)) = screen.begin(Request::Prove) else { panic!("the work begins") };
    assert!(screen.is_working());
    screen.tick("concrete runs: 7");
    assert!(shown(&mut screen, WIDE).contains("concrete runs: 7"));
    // What needs the session has to wait; the rest does not.
    assert!(!press(&mut screen, "2<down>r"));
    assert!(shown(&mut screen, WIDE).contains("Esc stops"));
    let wish = screen.handle(&Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    assert!(matches!(wish, Some(Wish::Stop)));
    let budget = Budget::unlimited();
    budget.interrupt();
    let wish = screen.finished(work.perform(&budget));
    satisfy(&mut screen, wish);
    // What is known by then stays: a short run of the abstraction.
    let text = shown(&mut screen, WIDE);
    assert!(text.contains("Growth") && text.contains("not converged"), "{text}");
}
