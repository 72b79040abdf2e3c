//! How a browser shows pages: headless Chromium runs a script in each page that looks for mistakes and writes what it found into
//! the document.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::report::{counterexample, hostile, page, proof, tools, two_flowcharts, unknown};

/// Names of the program, by distribution.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What is done in the page: broken links, ids used twice, texts that stick out, elements that a text has made, and the time.
const SELF_TEST: &str = r##"
const found = {
  title: document.title,
  broken: [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))
    .filter(href => !href.startsWith('#') || !document.getElementById(href.slice(1))),
  twice: [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, at, all) => all.indexOf(id) !== at),
  width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  foreign: document.querySelectorAll('img, iframe, object, link, script:not(#self-test)').length,
  findings: document.querySelectorAll('#findings article').length,
  pictures: document.querySelectorAll('svg').length,
  milliseconds: Math.round(performance.now()),
};
const result = document.createElement('pre');
result.id = 'result';
result.textContent = '@' + JSON.stringify(found) + '@';
document.body.append(result);
"##;

fn browser() -> Option<&'static str> {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|run| run.status.success());
    let found = NAMES.into_iter().find(is_there);
    if found.is_none() {
        tools::missing("chromium", "how a browser shows reports (skipped)");
    }
    found
}

/// What the script says in a page, opened with all its details.
fn shown(browser: &str, page: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    // The page allows no script.
    let (before, rule) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").expect("a policy");
    let (_, behind) = rule.split_once('>').unwrap();
    let opened = format!("{before}{behind}").replace("<details", "<details open");
    let script = format!("<script id=\"self-test\">{SELF_TEST}</script>\n</body>");
    std::fs::write(&path, opened.replace("</body>", &script)).unwrap();
    let text = dump(browser, &path);
    let json = text.split_once("id=\"result\">@").and_then(|(_, rest)| rest.split_once("@</pre>"));
    let (json, _) = json.unwrap_or_else(|| panic!("the script wrote nothing:\n{text}"));
    let json = json.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&json).unwrap()
}

fn dump(browser: &str, path: &Path) -> String {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--window-size=1280,900",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", path.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn pages_are_shown_without_mistakes() {
    let Some(browser) = browser() else { return };
    let pages: [(&str, String, u64); 5] = [
        ("proof", proof(), 0),
        ("counterexample", counterexample(), 1),
        ("unknown", unknown(), 0),
        ("hostile", hostile(), 1),
        ("two flowcharts", two_flowcharts(), 4),
    ];
    for (name, page, findings) in pages {
        let found = shown(browser, &page);
        assert_eq!(found["broken"], Value::Array(Vec::new()), "{name}: links");
        assert_eq!(found["twice"], Value::Array(Vec::new()), "{name}: ids");
        assert_eq!(found["width"], 0, "{name}: it is wider than the window");
        assert_eq!(found["foreign"], 0, "{name}: elements that no page has");
        assert_ne!(found["title"], "owned");
        assert_eq!(found["findings"], findings, "{name}");
    }
}

/// A machine that does other things at the same time is given more than the second that a page may take.
#[test]
fn a_trace_of_ten_thousand_steps_opens_at_once() {
    let Some(browser) = browser() else { return };
    let page = page(&["tests/report/files/long.c"], &["smg", "long.c"]);
    assert!(page.contains("The way to it: 12656 steps"), "the trace has another length");
    let found = shown(browser, &page);
    println!("opened after {} ms", found["milliseconds"]);
    assert!(found["milliseconds"].as_u64().is_some_and(|time| time < 5_000), "{found}");
    assert_eq!((&found["width"], &found["broken"]), (&Value::from(0), &Value::Array(Vec::new())));
}
