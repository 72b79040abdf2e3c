//! One frame of the full screen of `damson explore`, with a thousand predicates in the list.

#[path = "../tests/support/explored.rs"]
mod explored;

use criterion::{Criterion, criterion_group, criterion_main};
use damson::base::Budget;
use damson::explore::Request;
use damson::screen::{Screen, Theme, Wish};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

fn frames(criterion: &mut Criterion) {
    let (mut session, opened, source) = explored::opened("models/merge/merge.c", "models/merge/unshared.spec");
    let _ = session.execute(&Request::Bound(Some(30), Some(1_000)), &Budget::unlimited());
    let mut screen = Screen::new(session, &opened, Some(&source), Theme::Colored);
    if let Some(Wish::Work(work)) = screen.begin(Request::Run) {
        let _ = screen.finished(work.perform(&Budget::unlimited()));
    }
    // The list of all predicates.
    for key in ['3', 'a'] {
        let _ = screen.handle(&Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)));
    }
    for (width, height) in [(80, 24), (160, 50)] {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        criterion.bench_function(&format!("frame_{width}x{height}_of_1000_predicates"), |bencher| {
            bencher.iter(|| {
                // A key moves the selection, so that something changes.
                let _ = screen.handle(&Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE)));
                let _ = terminal.draw(|frame| screen.draw(frame));
            });
        });
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
