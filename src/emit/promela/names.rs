//! The names of temporal properties in Promela: those that the user gave, unless they have another meaning there.

use std::collections::BTreeSet;

use boolprog::LtlProperty;

/// Words of Promela and of SPIN's formulas, and macros of the C preprocessor that SPIN starts.
const WORDS: &str = "U V W X accept active always assert atomic bit bool break byte c_array c_code c_decl c_expr c_state c_track \
    chan const d_step d_proctype D_proctype do else empty enabled end equivalent eval eventually false fi for full get_priority \
    goto hidden i386 if implies in init inline int len linux local ltl mtype nempty never next nfull notrace np_ od of pc_value \
    pid printf printm priority proctype progress provided release return run select set_priority short show skip stronguntil \
    timeout trace true typedef unix unless unsigned until weakuntil xr xs";
/// Names that every model uses.
const OWN: [&str; 5] = ["pc", "main_", "observer_", "end_", "sink_blocked"];
/// Prefixes of the other names in models: locations, bits, temporary bits, properties. SPIN has names that begin with
/// `_`.
const BEGINNINGS: [&str; 7] = ["at_", "v_", "t_", "property_", "start_", "init_start", "_"];

/// Returns unique names of the properties, in their order.
pub(super) fn of_formulas(properties: &[LtlProperty]) -> Vec<String> {
    let mut taken: BTreeSet<String> = properties.iter().map(|property| property.name.clone()).collect();
    let mut name_of = |property: &LtlProperty| {
        if !has_another_meaning(&property.name) {
            return property.name.clone();
        }
        let mut name = format!("ltl_{}", property.name);
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    };
    properties.iter().map(&mut name_of).collect()
}

fn has_another_meaning(name: &str) -> bool {
    WORDS.split_whitespace().chain(OWN).any(|word| word == name)
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
