//! `damson lsp`: a client that follows a script talks to the server. Conversations are compared message by message; what a client
//! must not rely on, such as folders and figures of time, is left out.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A client, the server that it has started, and the folder that they work in.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    folder: TempDir,
    /// What was said so far, a line for each message.
    said: String,
    requests: i32,
}

impl Client {
    /// Starts a server that no message was sent to.
    fn start(options: &[&str]) -> Client {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
        command.arg("lsp").args(options).current_dir(folder.path());
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        Client { input: server.stdin.take(), output, server, folder, said: String::new(), requests: 0 }
    }

    /// Starts a server, and begins to talk to it.
    fn begin(options: &[&str], initialization: Value) -> Client {
        let mut client = Client::start(options);
        let answer = client.request("initialize", client.initialize(initialization));
        assert_eq!(answer["result"]["serverInfo"]["name"], "damson", "{answer}");
        client.notify("initialized", json!({}));
        client.said.clear();
        client
    }

    fn initialize(&self, options: Value) -> Value {
        let window = json!({ "workDoneProgress": true, "showDocument": { "support": true } });
        json!({ "rootUri": self.uri(""), "initializationOptions": options, "capabilities": { "window": window } })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    fn document(&self, name: &str) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) } })
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request. Returns its number.
    fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.requests += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.requests, "method": method, "params": params }));
        self.requests
    }

    /// Sends a request, and waits for its answer.
    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.wait(|message| message["id"] == id)
    }

    /// Returns the next message; `None` at the end.
    fn next(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).expect("a head") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some((name, value)) => {
                    assert_eq!(name, "Content-Length", "something else than the protocol is printed");
                    length = Some(value.parse().expect("a length"));
                }
                None => break,
            }
        }
        let mut text = vec![0; length.expect("a length")];
        self.output.read_exact(&mut text).expect("a message");
        Some(serde_json::from_slice(&text).expect("JSON"))
    }

    /// Reads messages up to one that is wanted.
    fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the server has ended:\n{}", self.said));
            self.say(&message);
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Reads messages until the progress of a job ends, by its number in the life of the server.
    fn wait_for_job(&mut self, number: u32) {
        let token = format!("damson/{number}");
        self.wait(|message| message["params"]["token"] == *token && message["params"]["value"]["kind"] == "end");
    }

    /// Notes what a message says.
    fn say(&mut self, message: &Value) {
        let params = &message["params"];
        let text = match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => findings(params),
            Some("$/progress") => {
                let value = &params["value"];
                let said = [&params["token"], &value["kind"], &value["title"], &value["message"], &value["percentage"]];
                let said: Vec<String> = said.into_iter().filter(|part| !part.is_null()).map(plain).collect();
                format!("{}\n", said.join(" "))
            }
            Some(method) => format!("{method} {params}\n"),
            None if message.get("error").is_some() => format!("error {}\n", message["error"]),
            None => format!("result {}\n", message["result"]),
        };
        let folder = self.folder.path().display().to_string();
        self.said.push_str(&text.replace(&folder, "FOLDER"));
    }

    /// Returns what was said since the last call.
    fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    fn save_text(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    /// Writes a file, and opens it.
    fn open(&mut self, name: &str, text: &str) {
        self.save_text(name, text);
        let document = json!({ "uri": self.uri(name), "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document, and saves it.
    fn save(&mut self, name: &str, text: &str) {
        self.save_text(name, text);
        let document = json!({ "uri": self.uri(name), "version": 2 });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", change);
        self.notify("textDocument/didSave", self.document(name));
    }

    fn hover(&mut self, name: &str, line: u32, character: u32) -> Value {
        let mut params = self.document(name);
        params["position"] = json!({ "line": line, "character": character });
        let answer = self.request("textDocument/hover", params);
        answer["result"].clone()
    }

    /// Ends the server as the protocol says.
    fn end(mut self) {
        assert_eq!(self.request("shutdown", Value::Null)["result"], Value::Null);
        let late = self.request("textDocument/hover", self.document("a.c"));
        assert_eq!(late["error"]["code"], -32600);
        self.notify("exit", Value::Null);
        assert_eq!(self.status(), Some(0));
    }

    /// Waits for the end of the server.
    fn status(&mut self) -> Option<i32> {
        while self.next().is_some() {}
        self.server.wait().expect("the server ends").code()
    }
}

impl Drop for Client {
    /// A test that failed leaves no server behind.
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn range(range: &Value) -> String {
    let place = |place: &Value| format!("{}:{}", place["line"], place["character"]);
    format!("{}-{}", place(&range["start"]), place(&range["end"]))
}

/// What a client shows of a file.
fn findings(params: &Value) -> String {
    let uri = plain(&params["uri"]);
    let mut out = format!("shown of {}:\n", Path::new(&uri).file_name().expect("a name").to_string_lossy());
    for finding in params["diagnostics"].as_array().expect("a list") {
        assert_eq!(finding["source"], "damson");
        let (severity, code) = (&finding["severity"], plain(&finding["code"]));
        out += &format!("  {} [{severity} {code}] {}\n", range(&finding["range"]), plain(&finding["message"]));
        for related in finding["relatedInformation"].as_array().into_iter().flatten() {
            let location = &related["location"];
            let file = plain(&location["uri"]);
            let file = Path::new(&file).file_name().expect("a name").to_string_lossy().into_owned();
            out += &format!("    {file} {} {}\n", range(&location["range"]), plain(&related["message"]));
        }
    }
    out
}

const LIST: &str = "\
#include <stdlib.h>
struct node { struct node *next; int value; };
void drop(struct node *node) {
    free(node);
    /* 😀 */ free(node);
}
int first(const struct node *list) {
    return list->value;
}
";

/// A program whose preprocessor never ends.
fn endless() -> String {
    let doubled = |level: u32| format!("#define A{level} A{0} A{0}\n", level - 1);
    let macros: String = (1..40).map(doubled).collect();
    format!("#define A0 x+\n{macros}int main(void) {{ int x = 1; return A39 x; }}\n")
}

#[test]
fn findings_come_and_go_as_a_file_is_saved() {
    let mut client = Client::begin(&[], Value::Null);
    client.open("list.c", LIST);
    client.wait_for_job(1);
    insta::assert_snapshot!("findings", client.take_said());
    client.save("list.c", &LIST.replace("    /* 😀 */ free(node);\n", ""));
    client.wait_for_job(2);
    insta::assert_snapshot!("corrected", client.take_said());
    client.end();
}

#[test]
fn a_name_tells_what_its_function_requires() {
    let mut client = Client::begin(&[], Value::Null);
    assert_eq!(client.hover("list.c", 6, 5), Value::Null);
    client.open("list.c", LIST);
    client.wait_for_job(1);
    client.take_said();
    for (line, character) in [(2, 6), (6, 7), (1, 9), (0, 0), (99, 0)] {
        client.hover("list.c", line, character);
    }
    insta::assert_snapshot!("hover", client.take_said());
    client.end();
}

#[test]
fn a_file_that_is_no_c_is_shown_where_it_is_wrong() {
    let mut client = Client::begin(&[], Value::Null);
    client.open("list.c", LIST);
    client.wait_for_job(1);
    client.take_said();
    client.save("list.c", "int f(void) {\n    return 1 +;\n}\n");
    client.wait_for_job(2);
    client.save("list.c", "#include \"list.h\"\nint f(void) { return NUMBER; }\n");
    client.wait_for_job(3);
    client.save_text("list.h", "#define NUMBER 1\n");
    client.notify("textDocument/didSave", client.document("list.h"));
    client.wait_for_job(4);
    insta::assert_snapshot!("wrong", client.take_said());
    client.end();
}

#[test]
fn the_report_is_a_command() {
    let mut client = Client::begin(&["--report", "pages"], Value::Null);
    client.save_text("list.c", LIST);
    let uri = client.uri("list.c");
    let mut execute = |arguments: Value| {
        let params = json!({ "command": "damson.report", "arguments": arguments });
        client.request("workspace/executeCommand", params)
    };
    execute(json!([uri]));
    let one = execute(json!([uri, "first"]));
    execute(json!([uri, "second"]));
    execute(json!([]));
    execute(json!(["file:///none.c"]));
    let page = one["result"][0].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a page");
    assert!(std::fs::read_to_string(page).expect("a page").contains("first"));
    insta::assert_snapshot!("report", client.take_said());
    client.end();
}

/// No test waits for the end of that preprocessor: an answer to the second version would not come.
#[test]
fn what_is_saved_ends_the_work_on_what_was() {
    let mut client = Client::begin(&["--timeout", "0"], Value::Null);
    client.open("list.c", &endless());
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    // The server answers while a job is under way.
    assert_eq!(client.hover("list.c", 0, 0), Value::Null);
    client.save("list.c", "int f(void) { return 1; }\n");
    client.wait_for_job(2);
    insta::assert_snapshot!("saved", client.take_said());
    client.end();
}

#[test]
fn work_is_cancelled() {
    let mut client = Client::begin(&["--timeout", "0"], Value::Null);
    client.open("list.c", &endless());
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    let params = json!({ "command": "damson.report", "arguments": [client.uri("list.c")] });
    // One waits, and is withdrawn.
    let waiting = client.ask("workspace/executeCommand", params.clone());
    client.notify("$/cancelRequest", json!({ "id": waiting }));
    assert_eq!(client.wait(|message| message["id"] == waiting)["error"]["code"], -32800);
    client.notify("window/workDoneProgress/cancel", json!({ "token": "damson/1" }));
    client.wait_for_job(1);
    // One is under way.
    let running = client.ask("workspace/executeCommand", params);
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    client.notify("$/cancelRequest", json!({ "id": running }));
    assert_eq!(client.wait(|message| message["id"] == running)["error"]["code"], -32800);
    // A job under way does not keep the server from its end.
    client.save("list.c", &endless());
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    client.end();
}

#[test]
fn options_come_from_the_command_line_and_from_the_editor() {
    let divided = "int half(void) {\n    int by = 0;\n    return 1 / by;\n}\n";
    let mut client = Client::begin(&["--stdio"], json!(["--check", "undefined-behaviour"]));
    client.open("half.c", divided);
    client.wait_for_job(1);
    insta::assert_snapshot!("checked", client.take_said());
    client.end();
    // A database that is there is used, and its folder is that of the client.
    let mut client = Client::begin(&["-I", "headers"], Value::Null);
    std::fs::create_dir(client.path("headers")).expect("a folder");
    client.save_text("headers/size.h", "#define SIZE 1\n");
    let command = json!([{ "directory": client.path(""), "file": "a.c", "command": "cc -DEXTRA=1 -c a.c" }]);
    client.save_text("compile_commands.json", &command.to_string());
    client.open("a.c", "#include <size.h>\nint a(void) { return SIZE + EXTRA; }\n");
    client.wait_for_job(1);
    client.open("b.c", "#include <size.h>\nint b(void) { return SIZE + EXTRA; }\n");
    client.wait_for_job(2);
    insta::assert_snapshot!("database", client.take_said());
    client.end();
}

#[test]
fn options_that_are_wrong_are_refused() {
    let mut client = Client::start(&["--timeout", "never"]);
    assert_eq!(client.status(), Some(1));
    let mut client = Client::start(&["list.c"]);
    assert_eq!(client.status(), Some(1));
    let mut client = Client::start(&[]);
    for wrong in [json!(["--no-such-option"]), json!({ "timeout": 1 })] {
        let answer = client.request("initialize", client.initialize(wrong));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = client.request("initialize", client.initialize(json!(["--timeout", "9"])));
    assert!(answer["result"].is_object(), "{answer}");
    client.end();
}

#[test]
fn a_client_that_breaks_the_protocol_is_told() {
    let mut client = Client::start(&[]);
    assert_eq!(client.request("textDocument/hover", Value::Null)["error"]["code"], -32002);
    client.notify("textDocument/didSave", client.document("a.c"));
    client.request("initialize", client.initialize(Value::Null));
    client.take_said();
    client.write(b"no head\r\n\r\nContent-Length: 5\r\n\r\n{\"a\":Content-Length: 2\r\n\r\n{}");
    assert_eq!(client.request("textDocument/rename", Value::Null)["error"]["code"], -32601);
    assert_eq!(client.request("textDocument/hover", json!({ "position": 1 }))["error"]["code"], -32602);
    client.notify("textDocument/didOpen", json!([]));
    client.notify("$/setTrace", json!({ "value": "off" }));
    let other = json!({ "uri": "untitled:Untitled-1", "text": "int x;" });
    client.notify("textDocument/didOpen", json!({ "textDocument": other }));
    client.request("workspace/executeCommand", json!({ "command": "rm" }));
    insta::assert_snapshot!("protocol", client.take_said());
    client.end();
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    let mut client = Client::begin(&[], Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), Some(1));
    let mut client = Client::begin(&["--timeout", "0"], Value::Null);
    client.open("list.c", &endless());
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    client.input = None;
    assert_eq!(client.status(), Some(1));
}

#[test]
fn a_document_that_is_closed_shows_nothing() {
    let mut client = Client::begin(&[], Value::Null);
    client.open("list.c", LIST);
    client.wait_for_job(1);
    client.take_said();
    client.notify("textDocument/didClose", client.document("list.c"));
    client.wait(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(client.take_said(), "shown of list.c:\n");
    client.end();
}

/// What two documents include is shown once, as long as one of them is open.
#[test]
fn findings_in_a_header_are_shown_there() {
    let mut client = Client::begin(&[], Value::Null);
    let header = "#include <stdlib.h>\nstatic void drop(int *block) {\n    free(block);\n    free(block);\n}\n";
    client.save_text("drop.h", header);
    let text = |name: &str| format!("#include \"drop.h\"\nvoid {name}(void) {{\n    drop(malloc(4));\n}}\n");
    client.open("a.c", &text("a"));
    client.wait_for_job(1);
    insta::assert_snapshot!("header", client.take_said());
    client.open("b.c", &text("b"));
    client.wait_for_job(2);
    client.notify("textDocument/didClose", client.document("a.c"));
    client.notify("textDocument/didClose", client.document("b.c"));
    let header = client.uri("drop.h");
    client.wait(|message| message["params"]["uri"] == *header);
    client.wait(|message| message["params"]["uri"].as_str().is_some_and(|uri| uri.ends_with("/b.c")));
    insta::assert_snapshot!("header_closed", client.take_said());
    client.end();
}

/// Errors are errors, suspicions are information, and what is open or comes behind an error is a hint. What a comment accepts is not
/// shown.
#[test]
fn findings_have_levels() {
    let mut client = Client::begin(&[], Value::Null);
    let text = "\
#include <stdlib.h>
int *hook(void);
int open(void) {
    return *hook();
}
int *end(int **list, int length) {
    return list[length * length];
}
void both(int *block, int which) {
    free(block);
    if (which) free(block);
    *block = 1;
}
void accepted(int *block) {
    free(block);
    free(block); // damson: accept[double-free] as an example
}
";
    client.open("levels.c", text);
    client.wait_for_job(1);
    let said = client.take_said();
    let (_, last) = said.rsplit_once("shown of").expect("findings");
    insta::assert_snapshot!("levels", last);
    client.end();
}
