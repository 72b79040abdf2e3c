//! The heap and the arguments with which a procedure is called.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::given::GivenInputs;
use crate::{Draft, support};
use ctype::{FloatKind, Type, TypeId};
use program::described::{CellOwner, CellValue, DescribedCell, EntryDescription};
use program::{FunctionId, Linkage, Variable, VariableId, VariableKind, plain_name};

impl Draft<'_> {
    /// Returns `main`, for a run that begins with a procedure.
    pub(super) fn procedure_start(&mut self, given: &GivenInputs) -> String {
        let nothing = EntryDescription::default();
        let description = self.witness.entry.as_ref().unwrap_or(&nothing);
        let mut out = self.globals_of_other_files(description);
        out.push_str("// The blocks of the heap.\n");
        for (index, _) in description.nodes.iter().enumerate() {
            let _ = writeln!(out, "static unsigned char *damson_node_{index};");
        }
        out.push_str("\nint main(void) {\n");
        out.push_str(support::FIRST);
        out.push_str(&given.preparation());
        for (index, (size, _)) in description.nodes.iter().enumerate() {
            let _ = writeln!(out, "    damson_node_{index} = __builtin_calloc(1, {size});");
        }
        let parameters = self.parameters();
        for (number, (_, ty)) in parameters.iter().enumerate() {
            match self.parameter_type(*ty) {
                Some(text) => {
                    let _ = writeln!(out, "    {text} damson_parameter_{number};");
                    let _ = writeln!(
                        out,
                        "    __builtin_memset(&damson_parameter_{number}, 0, sizeof damson_parameter_{number});"
                    );
                }
                None => {
                    self.doubts.push("a parameter has a type without a name".into());
                    return "int main(void) {\n#error \"a parameter has a type without a name\"\n}\n".into();
                }
            }
        }
        for cell in &description.cells {
            match self.cell(cell, &parameters) {
                Ok(line) => out.push_str(&line),
                Err(doubt) => self.doubts.push(doubt),
            }
        }
        let arguments: Vec<String> = (0..parameters.len()).map(|number| format!("damson_parameter_{number}")).collect();
        let name = self.function_name(self.task.entry);
        let _ = writeln!(out, "    {name}({});\n    return 0;\n}}", arguments.join(", "));
        out
    }

    fn parameters(&self) -> Vec<(VariableId, TypeId)> {
        let program = self.program();
        let function = program.functions.get(self.task.entry);
        let parameters = function.map_or(&[][..], |function| &function.parameters);
        parameters.iter().filter_map(|id| Some((*id, program.variables.get(*id)?.ty))).collect()
    }

    /// Returns the C type of a parameter, or one to which its values convert.
    pub(super) fn parameter_type(&self, ty: TypeId) -> Option<String> {
        let types = &self.program().types;
        match types.get(ty) {
            Type::Pointer(_) => Some("void *".into()),
            Type::Integer { .. } | Type::Float(FloatKind::Float | FloatKind::Double | FloatKind::LongDouble) => {
                Some(types.display(ty))
            }
            Type::Record(record) if types.record(*record).tagged => Some(types.display(ty)),
            Type::Record(_) => {
                let typedefs = &self.program().scope.typedefs;
                typedefs.iter().find(|(_, known)| **known == ty).map(|(name, _)| name.clone())
            }
            Type::Void | Type::Array(..) | Type::Function { .. } | Type::Float(_) => None,
        }
    }

    fn function_name(&self, function: FunctionId) -> String {
        self.program().functions.get(function).map_or_else(String::new, |function| match function.name.as_str() {
            "main" => super::PROGRAM_MAIN.into(),
            name => plain_name(name).to_string(),
        })
    }

    /// Returns the statement that initialises a cell; empty if the program cannot see the cell.
    fn cell(&self, cell: &DescribedCell, parameters: &[(VariableId, TypeId)]) -> Result<String, String> {
        let start = match cell.owner {
            CellOwner::Symbol(_) => return Ok(String::new()),
            CellOwner::Node(node) => format!("damson_node_{node}"),
            CellOwner::Variable(variable) => match parameters.iter().position(|(known, _)| *known == variable) {
                Some(number) => format!("(char *)&damson_parameter_{number}"),
                None => self.global(variable)?,
            },
        };
        let place = format!("{start} + {}", cell.offset);
        Ok(match cell.value {
            CellValue::Bits(bits, width) => {
                let (low, high) = (bits as u64, (bits >> 64) as u64);
                format!("    damson_put({place}, {low:#x}, {high:#x}, {});\n", width.div_ceil(8))
            }
            CellValue::Number(_) => String::new(),
            CellValue::Null => format!("    damson_aim({place}, 0);\n"),
            CellValue::Node(node) => format!("    damson_aim({place}, damson_node_{node});\n"),
            CellValue::Global(variable, offset) => {
                format!("    damson_aim({place}, {} + {offset});\n", self.global(variable)?)
            }
            CellValue::Function(function) => {
                format!("    damson_aim({place}, (const void *){});\n", self.function_name(function))
            }
        })
    }

    /// Returns the address of a global, as a `char *`.
    fn global(&self, variable: VariableId) -> Result<String, String> {
        let variable = self.program().variables.get(variable).ok_or("a variable that is not known")?;
        match (variable.function, self.is_in_other_file(variable), variable.linkage) {
            (None, false, _) => Ok(format!("(char *)&{}", variable.name)),
            (None, true, Linkage::External | Linkage::Elsewhere) => Ok(format!("(char *)damson_o_{}", variable.name)),
            (None, true, Linkage::Internal) => {
                Err(format!("the value of '{}', which is static in another file", variable.name))
            }
            (Some(_), ..) => Err(format!("the value of '{}', which is a static variable of a function", variable.name)),
        }
    }

    /// Returns true if a global is declared in a file that is compiled beside the one with the procedure.
    fn is_in_other_file(&self, variable: &Variable) -> bool {
        let file = self.sources.position(variable.span).file;
        file != self.entry_file() && self.compiled.files.contains(&file)
    }

    /// Returns declarations of the globals of other files: the file with the procedure need not declare them.
    fn globals_of_other_files(&self, description: &EntryDescription) -> String {
        let named = description.cells.iter().flat_map(|cell| {
            let owner = if let CellOwner::Variable(variable) = cell.owner { Some(variable) } else { None };
            let target = if let CellValue::Global(variable, _) = cell.value { Some(variable) } else { None };
            owner.into_iter().chain(target)
        });
        let named: BTreeSet<VariableId> = named.collect();
        let variables = named.into_iter().filter_map(|variable| self.program().variables.get(variable));
        let is_declared = |variable: &&Variable| {
            let is_global = variable.kind == VariableKind::Global && variable.function.is_none();
            is_global && variable.linkage != Linkage::Internal && self.is_in_other_file(variable)
        };
        let declared = variables.filter(is_declared).map(|variable| {
            let name = &variable.name;
            format!("extern unsigned char damson_o_{name}[] __asm__(\"{name}\");\n")
        });
        declared.collect()
    }
}
