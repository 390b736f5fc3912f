//! Whether the processor has the instructions that this program was compiled for.
//!
//! The standard library cannot tell: what is compiled in counts as there.

/// A kind of instructions, whether this program was compiled for it, and the bit by which a
/// processor says that it has it: leaf and register of its description, number of the bit.
struct Feature {
    name: &'static str,
    compiled_for: bool,
    leaf: u32,
    register: usize,
    bit: u32,
}

/// Registers in the order in which a leaf lists them.
const EBX: usize = 1;
const ECX: usize = 2;

const BASIC: u32 = 1;
const LATER: u32 = 7;
const EXTENDED: u32 = 0x8000_0001;

macro_rules! feature {
    ($name:literal, $leaf:expr, $register:expr, $bit:expr) => {
        Feature {
            name: $name,
            compiled_for: cfg!(target_feature = $name),
            leaf: $leaf,
            register: $register,
            bit: $bit,
        }
    };
}

const FEATURES: [Feature; 9] = [
    feature!("fma", BASIC, ECX, 12),
    feature!("movbe", BASIC, ECX, 22),
    feature!("popcnt", BASIC, ECX, 23),
    feature!("avx", BASIC, ECX, 28),
    feature!("f16c", BASIC, ECX, 29),
    feature!("bmi1", LATER, EBX, 3),
    feature!("avx2", LATER, EBX, 5),
    feature!("bmi2", LATER, EBX, 8),
    feature!("lzcnt", EXTENDED, ECX, 5),
];

/// The kinds of instructions that this program may use and this processor lacks.
pub fn missing() -> Vec<&'static str> {
    lacking(&FEATURES, described)
}

fn lacking(features: &[Feature], describe: impl Fn(u32) -> [u32; 4]) -> Vec<&'static str> {
    features
        .iter()
        .filter(|feature| feature.compiled_for)
        .filter(|feature| describe(feature.leaf)[feature.register] & (1 << feature.bit) == 0)
        .map(|feature| feature.name)
        .collect()
}

/// What the processor says of itself in one leaf; nothing where there is no such leaf.
#[cfg(target_arch = "x86_64")]
fn described(leaf: u32) -> [u32; 4] {
    use std::arch::x86_64::__cpuid;
    // The first leaf of each group says which is its last.
    if leaf > __cpuid(leaf & 0x8000_0000).eax {
        return [0; 4];
    }
    let found = __cpuid(leaf);
    [found.eax, found.ebx, found.ecx, found.edx]
}

/// Other processors are not asked: for them the program is compiled as for any of their kind.
#[cfg(not(target_arch = "x86_64"))]
fn described(_: u32) -> [u32; 4] {
    [u32::MAX; 4]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(compiled_for: bool) -> [Feature; 2] {
        [
            Feature { name: "avx2", compiled_for, leaf: LATER, register: EBX, bit: 5 },
            Feature { name: "popcnt", compiled_for, leaf: BASIC, register: ECX, bit: 23 },
        ]
    }

    #[test]
    fn this_machine_runs_what_it_compiled() {
        assert_eq!(missing(), Vec::<&str>::new());
    }

    #[test]
    fn what_a_processor_lacks_is_named() {
        assert_eq!(lacking(&wanted(true), |_| [0; 4]), ["avx2", "popcnt"]);
        let old = |leaf| if leaf == BASIC { [0, 0, 1 << 23, 0] } else { [0; 4] };
        assert_eq!(lacking(&wanted(true), old), ["avx2"]);
        let new = |leaf| if leaf == BASIC { [0, 0, 1 << 23, 0] } else { [0, 1 << 5, 0, 0] };
        assert_eq!(lacking(&wanted(true), new), Vec::<&str>::new());
    }

    #[test]
    fn what_was_not_compiled_in_is_not_needed() {
        assert_eq!(lacking(&wanted(false), |_| [0; 4]), Vec::<&str>::new());
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_description_agrees_with_the_operating_system() {
        if let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") {
            let flags: Vec<&str> = text.split_whitespace().collect();
            for (name, flag) in [("avx2", "avx2"), ("bmi2", "bmi2"), ("lzcnt", "abm")] {
                let feature = FEATURES.iter().find(|feature| feature.name == name);
                let feature = feature.expect("a known feature");
                let there = described(feature.leaf)[feature.register] & (1 << feature.bit) != 0;
                assert_eq!(there, flags.contains(&flag), "{name}");
            }
        }
    }
}
