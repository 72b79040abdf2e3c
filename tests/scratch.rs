use damson::abstraction::*;
use damson::base::*;
use damson::base::ids::IdVec;
use damson::ctype::*;
use damson::program::*;
use damson::program::flowchart::*;
use damson::spec::{self, *};
use damson::simplify::RuleSet;
use petgraph::graph::DiGraph;

struct B { t: TypeTable, vars: IdVec<VariableId, Variable>, n: FieldId, node: TypeId, list: TypeId, span: Span, vid: Vec<(String, VariableId)> }
impl B {
    fn new(vars: &[&str], span: Span) -> B {
        let mut t = TypeTable::new(DataModel::Lp64);
        let r = t.declare_record(false, "node", true);
        let node = t.intern(Type::Record(r));
        let list = t.pointer(node);
        let int = t.int();
        t.complete_record(r, vec![Member{name:"n".into(), ty:list, bit_width:None, align:None}, Member{name:"data".into(), ty:int, bit_width:None, align:None}], false, None);
        let mut vs = IdVec::new(); let mut vid = vec![];
        for v in vars { let id = vs.push(Variable{name:v.to_string(), ty: list, kind: VariableKind::Parameter, function: None, instance: None, address_taken:false, span}); vid.push((v.to_string(), id)); }
        B { t, vars: vs, n: FieldId{record:r,index:0}, node, list, span, vid }
    }
    fn addr(&mut self, s: &str) -> Expr {
        if let Some((b,_)) = s.strip_suffix("->n").map(|b|(b,())) { let base = self.val(b); return Expr::field_address(&mut self.t, base, self.n); }
        let id = self.vid.iter().find(|(n,_)| n==s).unwrap().1;
        let v = self.vars[id].clone();
        Expr::variable_address(&mut self.t, id, &v)
    }
    fn val(&mut self, s: &str) -> Expr {
        if s == "NULL" { return Expr::new(ExprNode::Null, self.list); }
        if s == "$k" { return Expr::new(ExprNode::Symbol(damson::base::ids::Id::from_index(0)), self.list); }
        if let Some(a) = s.strip_prefix("&") { return self.addr(a); }
        let a = self.addr(s); Expr::load(&self.t, a).unwrap()
    }
}
fn run(b: B, g: DiGraph<Location, Edge, u32>, entry: LocationId, exit: LocationId, spec: Specification, hints: Vec<Hint>, bound: usize) {
    let mut sources = SourceMap::new(); sources.add("x.c", "int x;");
    let mut functions = IdVec::new();
    let mut t = b.t.clone(); let void = t.void();
    let f = functions.push(Function{name:"f".into(), ty: void, parameters: b.vid.iter().map(|x|x.1).collect(), result: None, locals: b.vid.iter().map(|x|x.1).collect(), flowchart: Some(Flowchart{graph:g, entry, exit}), span: b.span});
    let program = Program{types:t, variables:b.vars, functions, strings: IdVec::new(), initializers: vec![], annotations: vec![]};
    let rules = RuleSet::embedded().unwrap_or_else(|e| panic!("{:?}", e));
    let task = Task{program:&program, entry:f, specification:&spec, hints:&hints, bound, rules:&rules};
    for _ in 0..3 { let t0 = std::time::Instant::now(); let a = abstract_procedure(task, &Budget::unlimited()).unwrap(); println!("{:?} {:?}", t0.elapsed(), a.statistics); }
    let a = abstract_procedure(task, &Budget::unlimited()).unwrap();
    let built = build::build(task, &a, &sources);
    let names: IdVec<SymbolId, String> = spec.symbols.iter().map(|s| s.name.clone()).collect();
    let p = damson::logic::display::Printer::new(&a.arena, &program, &names);
    let fc = program.flowchart(f).unwrap();
    for ((atom, l), info) in &a.pairs { println!("{:2} {:4} {:60} {}", info.iteration, fc.location(*l).labels.join(","), p.atom(*atom), match &info.treatment { Treatment::Computed => "".to_string(), Treatment::Unmarked => "UNMARKED".into(), Treatment::Hinted{replacement,..} => format!("~> {}", p.formula(replacement)) }); }
    for alt in &a.alternatives { println!("edge {} -> {} guard {} safe {}", fc.location(fc.source(alt.edge)).labels.join(","), fc.location(fc.target(alt.edge)).labels.join(","), p.formula(&alt.guard), p.formula(&alt.safe)); for (at, f) in &alt.updates { println!("      {} := {}", p.atom(*at), p.formula(f)); } }
    let compact = damson::boolprog::compact::compact(&built.program);
    for prog in [&built.program, &compact] {
    let rep = damson::modelcheck::explicit::check_assertions(prog, Default::default(), &Budget::unlimited());
    println!("{:?} states {:?}", rep.properties.iter().map(|p| format!("{:?}", p.outcome).chars().take(60).collect::<String>()).collect::<Vec<_>>(), rep.states); }
}
fn span() -> Span { let mut s = SourceMap::new(); let f = s.add("x.c", "int x;"); Span{file:f,start:0,end:3} }
#[test]
fn insertion() {
    let sp = span(); let mut b = B::new(&["x","t"], sp);
    let mut g = DiGraph::default(); let fid: FunctionId = damson::base::ids::Id::from_index(0);
    let l: Vec<_> = ["n1","n2","n3","n4","ne"].iter().map(|n| g.add_node(Location{labels:vec![n.to_string()], statements:vec![], span:sp, function: fid})).collect();
    let e = |c| Edge{command:c, span:sp};
    let at = b.addr("t"); let size = Expr::integer(16, b.list);
    g.add_edge(l[0], l[1], e(Command::Allocate{address:at, bytes:size, element:Some(b.node), zeroed:false, may_fail:false}));
    g.add_edge(l[1], l[2], e(Command::Skip));
    let (a,v) = (b.addr("t->n"), b.val("x")); g.add_edge(l[2], l[3], e(Command::Store{address:a,value:v}));
    let (a,v) = (b.addr("x"), b.val("t")); g.add_edge(l[3], l[4], e(Command::Store{address:a,value:v}));
    let mut spec = Specification::default(); let k = spec.symbols.push(Symbol{name:"k".into(), ty:b.list, span:sp});
    let _ = k;
    let x = b.val("x"); let kk = b.val("$k");
    let r = spec::Formula::Atom(Predicate::Reach{at_least_one:false, avoid:vec![], fields:vec![b.n], from:x, to:kk});
    spec.statements.push(Statement{kind: StatementKind::Assume(r.clone(), vec![l[0]]), text:"a".into(), span:sp});
    spec.statements.push(Statement{kind: StatementKind::Assert(r, vec![l[4]]), text:"a".into(), span:sp});
    run(b, g, l[0], l[4], spec, vec![], 30);
}
#[test]
fn reversal() {
    let sp = span(); let mut b = B::new(&["x","y","t"], sp);
    let mut g = DiGraph::default(); let fid: FunctionId = damson::base::ids::Id::from_index(0);
    let l: Vec<_> = ["n1","n2","n3","n4","n5","n6","n7","n8"].iter().map(|n| g.add_node(Location{labels:vec![n.to_string()], statements:vec![], span:sp, function: fid})).collect();
    let e = |c| Edge{command:c, span:sp};
    let mut st = |b: &mut B, g: &mut DiGraph<Location,Edge,u32>, f: usize, t: usize, a: &str, v: &str| { let (a,v)=(b.addr(a), b.val(v)); g.add_edge(l[f], l[t], Edge{command:Command::Store{address:a,value:v}, span:sp}); };
    st(&mut b,&mut g,0,1,"y","NULL"); st(&mut b,&mut g,2,3,"t","y"); st(&mut b,&mut g,3,4,"y","x"); st(&mut b,&mut g,4,5,"x","x->n"); st(&mut b,&mut g,5,6,"y->n","NULL"); st(&mut b,&mut g,6,1,"y->n","t");
    let int = b.t.int(); let (x, nl) = (b.val("x"), b.val("NULL"));
    let c = Expr::new(ExprNode::Binary(BinaryOp::Equal, Box::new(x), Box::new(nl)), int);
    g.add_edge(l[1], l[2], e(Command::Assume{condition:c.clone(), holds:false}));
    g.add_edge(l[1], l[7], e(Command::Assume{condition:c, holds:true}));
    let cyc = |b: &mut B, v: &str| { let v = b.val(v); spec::Formula::Atom(Predicate::Cyclic{avoid:vec![], fields:vec![b.n], from:v}) };
    let mut spec = Specification::default();
    let (cx, cy) = (cyc(&mut b,"x"), cyc(&mut b,"y"));
    spec.statements.push(Statement{kind: StatementKind::Assume(spec::Formula::Not(Box::new(cx)), vec![l[0]]), text:"a".into(), span:sp});
    spec.statements.push(Statement{kind: StatementKind::Assert(spec::Formula::Not(Box::new(cy)), vec![l[7]]), text:"a".into(), span:sp});
    run(b, g, l[0], l[7], spec, vec![], 30);
}
