//! The folder `models/`, as the tests see it. `models/NAME/NAME.c` is a program; every `STEM.spec` beside it is a question about
//! it, with the hints of `STEM.hints` where that exists and the answer in `STEM.expected`. Where `STEM.c` exists, the question
//! is about that: `faulty.c` is the program with a mistake. Programs in `models/recursive_NAME` call themselves: only the engines that
//! follow calls are asked about them.

// Each test uses a part of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use damson::base::{Budget, SourceMap};
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::modelcheck::Limits;
use damson::pipeline::confirm::SearchBounds;
use damson::pipeline::{self, Input, Job, Prepared, Settings};
use damson::program::select_entry;

/// A question about a model.
#[derive(Clone, Debug)]
pub struct Question {
    /// `append/append`
    pub name: String,
    pub program: PathBuf,
    /// The function to analyse, if there is one of this name.
    pub function: String,
    pub specification: PathBuf,
    pub hints: Option<PathBuf>,
    pub expected: PathBuf,
}

impl Question {
    /// Its name, to tell what failed.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    fn new(specification: PathBuf) -> Question {
        let folder = specification.parent().expect("a folder");
        let model = folder.file_name().expect("a name");
        let hints = specification.with_extension("hints");
        let own = specification.with_extension("c");
        Question {
            name: specification.strip_prefix("models").expect("models/").with_extension("").display().to_string(),
            program: if own.exists() { own } else { folder.join(model).with_extension("c") },
            function: model.to_string_lossy().into_owned(),
            expected: specification.with_extension("expected"),
            hints: hints.exists().then_some(hints),
            specification,
        }
    }

    /// Reads everything, for all engines.
    pub fn prepare(&self) -> (SourceMap, Prepared) {
        match self.job() {
            (sources, Job::OfAll(prepared)) => (sources, prepared),
            (_, Job::OfCalls { .. }) => panic!("{}: a function calls itself", self.name),
        }
    }

    /// Reads everything. The function to analyse has the model's name, or is the only one.
    pub fn job(&self) -> (SourceMap, Job) {
        let mut sources = SourceMap::new();
        let program = frontend::load(&mut sources, &self.program, &PreprocessOptions::default());
        let program = program.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
        let mut add = |path: &Path| {
            let text = std::fs::read_to_string(path).expect("a readable file");
            sources.add(path.display().to_string(), text)
        };
        let specification = Some(add(&self.specification));
        let hints = self.hints.as_deref().map(add);
        let (lowered, _) = pipeline::lower_text(&mut sources, program, DataModel::Lp64);
        let named = Some(self.function.as_str());
        let entry = named.filter(|name| select_entry(&lowered, &sources, Some(name)).is_ok());
        let input = Input { specification, hints, entry, ..Input::of(program) };
        let (job, problems) = pipeline::prepare_job(&mut sources, input);
        let job = job.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
        assert_eq!(problems.render(&sources), "", "{}", self.name);
        (sources, job)
    }

    fn is_recursive(&self) -> bool {
        self.name.starts_with("recursive_")
    }
}

/// All questions to all engines, by name.
pub fn questions() -> Vec<Question> {
    all_questions().into_iter().filter(|question| !question.is_recursive()).collect()
}

/// All questions, by name.
pub fn all_questions() -> Vec<Question> {
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
    };
    let mut questions: Vec<Question> = files(Path::new("models"))
        .iter()
        .filter(|path| path.is_dir())
        .flat_map(|folder| files(folder))
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .map(Question::new)
        .collect();
    questions.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(questions.len() >= 90, "models are missing");
    questions
}

/// The question of this name.
pub fn question(name: &str) -> Question {
    questions().into_iter().find(|question| question.name == name).unwrap_or_else(|| panic!("no question {name}"))
}

/// The settings of all tests on models: those of the command line, with limits that keep unanswered questions cheap.
/// Without hints more iterations seldom help: null tests grow, and with them the states.
pub fn settings() -> Settings {
    let defaults = Settings::default();
    let concrete = SearchBounds { total_steps: 60_000, ..defaults.concrete };
    Settings { bound: 12, limits: Limits::of_states(50_000), concrete, ..defaults }
}

/// No limit on time: answers must not depend on the machine.
pub fn budget() -> Budget {
    Budget::unlimited()
}
