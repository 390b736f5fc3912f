//! A small net over features that are there or not.
//!
//! A feature is a row of numbers. The rows of a moment are summed once, those of a move on top of them;
//! two small layers make a value of the sum, and one weight for each row goes straight to the value. Rows
//! come into being when something is first learnt about them: what has never been learnt counts nothing.
//!
//! Everything is plain arithmetic in a fixed order, with functions of our own where those of machines
//! may differ, so that the same lessons give the same weights everywhere.

use super::pack::{Coder, Kind, Packer, Unpacker};

/// How many numbers a row has, and the second layer.
pub const WIDTH: usize = 64;
const SECOND: usize = 16;
/// Features share this many rows.
const ROWS: usize = 1 << 16;
/// The most rows that come into being: the number of the last one fits in 16 bits.
const MOST_ROWS: usize = ROWS - 1;
/// How large the numbers of a new row are.
const FRESH: f32 = 0.08;
/// A step of a number of a row changes the value by about so much, if all layers above let it through.
const TOLERATED: f32 = 0.0003;
/// The smallest and the largest step, and the step of all other numbers.
const STEPS: (f32, f32) = (0.001, 0.032);
const FINE_STEP: f32 = 0.0002;

type Row = [f32; WIDTH];

/// A net.
#[derive(Clone, Debug)]
pub struct Net {
    /// Where the row of a feature is; 0: nowhere, that row is empty.
    at: Vec<u16>,
    rows: Vec<Row>,
    /// What each row adds to the value by itself.
    direct: Vec<f32>,
    bias: Row,
    second: [Row; SECOND],
    second_bias: [f32; SECOND],
    last: [f32; SECOND],
    last_bias: f32,
}

/// What a net is taught with: how much each row has learnt already.
#[derive(Clone, Debug)]
pub struct Teacher {
    of_rows: Vec<f32>,
    of_direct: Vec<f32>,
    /// How often each row was met.
    meetings: Vec<u32>,
    /// The usual size of an error, squared.
    usual: f32,
}

impl Default for Teacher {
    fn default() -> Self {
        Self { of_rows: vec![0.0], of_direct: vec![0.0], meetings: vec![0], usual: 0.0 }
    }
}

/// The numbers between a moment with a move and its value.
struct Pass {
    sum: Row,
    first: Row,
    second: [f32; SECOND],
    value: f32,
}

impl Default for Net {
    /// A net that knows nothing.
    fn default() -> Self {
        let mut second = [[0.0; WIDTH]; SECOND];
        for (number, row) in second.iter_mut().enumerate() {
            for (place, weight) in row.iter_mut().enumerate() {
                *weight = 0.1768 * bell(1 << 20 | (number * WIDTH + place) as u64);
            }
        }
        let last = std::array::from_fn(|place| 0.15 * bell(1 << 21 | place as u64));
        Self {
            at: vec![0; ROWS],
            rows: vec![[0.0; WIDTH]],
            direct: vec![0.0],
            bias: [0.0; WIDTH],
            second,
            second_bias: [0.0; SECOND],
            last,
            last_bias: 0.0,
        }
    }
}

impl Net {
    /// How many rows have been learnt.
    pub fn rows(&self) -> usize {
        self.rows.len() - 1
    }

    #[inline(always)]
    fn row(&self, feature: u32) -> usize {
        usize::from(self.at[feature as usize % ROWS])
    }

    #[inline(always)]
    fn add(&self, features: &[u32], sum: &mut Row) -> f32 {
        let mut direct = 0.0;
        for feature in features {
            let at = self.row(*feature);
            if at != 0 {
                for (total, weight) in sum.iter_mut().zip(&self.rows[at]) {
                    *total += weight;
                }
                direct += self.direct[at];
            }
        }
        direct
    }

    #[inline(always)]
    fn pass(&self, sum: Row, direct: f32) -> Pass {
        let first = sum.map(|x| x.max(0.0));
        let mut second = [0.0; SECOND];
        let mut value = self.last_bias + direct;
        for (place, row) in self.second.iter().enumerate() {
            let mut parts = [0.0f32; 8];
            for (weights, inputs) in row.chunks_exact(8).zip(first.chunks_exact(8)) {
                for lane in 0..8 {
                    parts[lane] += weights[lane] * inputs[lane];
                }
            }
            let [a, b, c, d, e, f, g, h] = parts;
            let total = self.second_bias[place] + (((a + b) + (c + d)) + ((e + f) + (g + h)));
            second[place] = total.max(0.0);
            value += self.last[place] * second[place];
        }
        Pass { sum, first, second, value }
    }

    /// The values of some moves at a moment; `ends` says where the features of each end.
    pub fn values(&self, moment: &[u32], moves: &[u32], ends: &[usize], out: &mut Vec<f32>) {
        out.clear();
        let mut base = self.bias;
        let direct = self.add(moment, &mut base);
        let mut from = 0;
        for end in ends {
            let mut sum = base;
            let own = self.add(&moves[from..*end], &mut sum);
            out.push(self.pass(sum, direct + own).value);
            from = *end;
        }
    }

    /// Makes the row of a place, of which nothing has been learnt.
    fn add_row(&mut self, place: usize) {
        self.at[place] = self.rows.len() as u16;
        self.rows.push(fresh_row(place));
        self.direct.push(0.0);
    }

    /// Makes rows for features that have none.
    fn meet(&mut self, teacher: &mut Teacher, features: &[u32]) {
        for feature in features {
            let place = *feature as usize % ROWS;
            if self.at[place] == 0 && self.rows.len() < MOST_ROWS {
                self.add_row(place);
                teacher.of_rows.push(0.0);
                teacher.of_direct.push(0.0);
                teacher.meetings.push(0);
            }
        }
    }

    /// Learns that a move at a moment was worth so much.
    pub fn learn(
        &mut self,
        teacher: &mut Teacher,
        moment: &[u32],
        action: &[u32],
        worth: f32,
        rate: f32,
    ) {
        self.meet(teacher, moment);
        self.meet(teacher, action);
        let mut sum = self.bias;
        let direct = self.add(moment, &mut sum);
        let direct = direct + self.add(action, &mut sum);
        let pass = self.pass(sum, direct);
        let error = (pass.value - worth).clamp(-2.0, 2.0);
        teacher.usual += 0.001 * (error * error - teacher.usual);
        let upper = 0.04 * rate / (teacher.usual.sqrt() + 0.05);
        let mut blame = self.learn_above(&pass, error, upper);
        let mut size = 0.0;
        for (place, part) in blame.iter_mut().enumerate() {
            if pass.sum[place] <= 0.0 {
                *part = 0.0;
            }
            size += *part * *part;
            self.bias[place] -= upper * *part;
        }
        size /= WIDTH as f32;
        let scale = rate / ((moment.len() + action.len()) as f32).sqrt();
        for feature in moment.iter().chain(action) {
            let at = self.row(*feature);
            if at == 0 {
                continue;
            }
            teacher.meetings[at] += 1;
            teacher.of_rows[at] += size;
            let step = 0.25 * scale / (1e-4 + teacher.of_rows[at]).sqrt();
            for (weight, part) in self.rows[at].iter_mut().zip(&blame) {
                *weight -= step * part;
            }
            teacher.of_direct[at] += error * error;
            self.direct[at] -= 0.3 * scale * error / (1e-2 + teacher.of_direct[at]).sqrt();
        }
    }

    /// Learns in the upper layers; gives how much each number of the sum is to blame.
    fn learn_above(&mut self, pass: &Pass, error: f32, rate: f32) -> Row {
        let mut blame = [0.0; WIDTH];
        for place in 0..SECOND {
            if pass.second[place] <= 0.0 {
                continue;
            }
            let part = error * self.last[place];
            for (total, weight) in blame.iter_mut().zip(&self.second[place]) {
                *total += part * weight;
            }
            self.last[place] -= 0.3 * rate * error * pass.second[place];
            for (weight, input) in self.second[place].iter_mut().zip(&pass.first) {
                *weight -= rate * part * input;
            }
            self.second_bias[place] -= rate * part;
        }
        self.last_bias -= rate * error;
        blame
    }

    /// Goes a part of the way towards what a net is that has gone on learning from this one.
    pub fn approach(&mut self, other: &Self, part: f32) {
        let rows = self.rows.len();
        self.at.clone_from(&other.at);
        self.rows.extend_from_slice(&other.rows[rows..]);
        self.direct.extend_from_slice(&other.direct[rows..]);
        let step = |own: &mut [f32], others: &[f32]| {
            for (weight, target) in own.iter_mut().zip(others) {
                *weight += part * (target - *weight);
            }
        };
        for (own, others) in self.rows.iter_mut().zip(&other.rows) {
            step(own, others);
        }
        for (own, others) in self.second.iter_mut().zip(&other.second) {
            step(own, others);
        }
        step(&mut self.direct, &other.direct);
        step(&mut self.bias, &other.bias);
        step(&mut self.second_bias, &other.second_bias);
        step(&mut self.last, &other.last);
        self.last_bias += part * (other.last_bias - self.last_bias);
    }

    /// Forgets rows that were met less often than this: what they say is mostly chance.
    pub fn forget_rare(&mut self, teacher: &Teacher, least: u32) {
        let mut kept = Self { rows: vec![[0.0; WIDTH]], direct: vec![0.0], ..self.clone() };
        for at in kept.at.iter_mut().filter(|at| **at != 0) {
            let old = usize::from(*at);
            *at = 0;
            if teacher.meetings[old] >= least {
                *at = kept.rows.len() as u16;
                kept.rows.push(self.rows[old]);
                kept.direct.push(self.direct[old]);
            }
        }
        *self = kept;
    }

    // --- files -----------------------------------------------------------------------------------

    /// The net as bytes. What was learnt is kept in steps: `read` gives a net that is nearly, not exactly, this one.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut packer = Packer::default();
        self.clone().code(&mut packer, self.rows());
        out.extend(packer.finish());
    }

    /// The net of some bytes; None if they are no net.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(bytes);
        let mut net = Self::default();
        let whole = net.code(&mut unpacker, 0);
        (whole && unpacker.is_finished()).then_some(net)
    }

    /// In steps of what size the numbers of rows are kept: the more comes of one, the smaller.
    fn steps(&self) -> Row {
        std::array::from_fn(|place| {
            let mut through = 0.0;
            for (row, last) in self.second.iter().zip(&self.last) {
                through += row[place] * row[place] * last * last;
            }
            (TOLERATED / through.sqrt().max(1e-9)).clamp(STEPS.0, STEPS.1)
        })
    }

    /// Packs this net, or unpacks one into this net, which knows nothing yet. Every number becomes a whole number of
    /// steps away from what it was when nothing was learnt. False if there are too many rows.
    fn code(&mut self, coder: &mut impl Coder, rows: usize) -> bool {
        let mut fine = |weight: &mut f32, fresh: f32, kind: &mut Kind| {
            let steps = kind.number(coder, 0, nearest((*weight - fresh) / FINE_STEP));
            *weight = fresh + steps as f32 * FINE_STEP;
        };
        let fresh = Self::default();
        let mut kind = Kind::new(1);
        for (row, fresh) in self.second.iter_mut().zip(&fresh.second) {
            row.iter_mut().zip(fresh).for_each(|(own, fresh)| fine(own, *fresh, &mut kind));
        }
        let mut kind = Kind::new(1);
        self.last.iter_mut().zip(fresh.last).for_each(|(own, fresh)| fine(own, fresh, &mut kind));
        let biases = self.bias.iter_mut().chain(&mut self.second_bias).chain([&mut self.last_bias]);
        biases.for_each(|own| fine(own, 0.0, &mut kind));
        let mut counts = Kind::new(2);
        let rows = counts.count(coder, 0, rows as u32) as usize;
        if rows > MOST_ROWS {
            return false;
        }
        let (mut of_rows, mut of_direct) = (Sizes::new(self.steps()), Kind::new(1));
        let mut place = 0;
        for number in 0..rows {
            let next = self.at[place..].iter().position(|at| *at != 0).unwrap_or(0);
            place += counts.count(coder, 1, next as u32) as usize;
            if place >= ROWS - (rows - 1 - number) {
                return false;
            }
            if self.at[place] == 0 {
                self.add_row(place);
            }
            let at = usize::from(self.at[place]);
            let direct = nearest(self.direct[at] / FINE_STEP);
            self.direct[at] = of_direct.number(coder, 0, direct) as f32 * FINE_STEP;
            of_rows.code(coder, &mut self.rows[at], &fresh_row(place));
            place += 1;
        }
        true
    }
}

/// How far the numbers of rows are from what they were, by what is known from the numbers before.
struct Sizes {
    kind: Kind,
    steps: Row,
    /// The usual size of each number of a row, in parts of a step.
    usual: [i32; WIDTH],
}

impl Sizes {
    const WHOLE: i32 = 64;
    const CLASSES: usize = 12;

    fn new(steps: Row) -> Self {
        let kind = Kind::new(Self::CLASSES * Self::CLASSES);
        Self { kind, steps, usual: [Self::WHOLE; WIDTH] }
    }

    /// The class of a size: two for each doubling.
    fn class(size: i32) -> usize {
        let size = size.max(4) as u32;
        let half = size >> (size.ilog2() - 1) & 1;
        ((2 * (size.ilog2() - 2) + half) as usize).min(Self::CLASSES - 1)
    }

    fn code(&mut self, coder: &mut impl Coder, row: &mut Row, fresh: &Row) {
        let (mut met, mut usual) = (0, 0);
        for (place, (weight, fresh)) in row.iter_mut().zip(fresh).enumerate() {
            let size = if place == 0 { Self::WHOLE } else { Self::WHOLE * met / usual.max(1) };
            let context = Self::CLASSES * Self::class(size) + Self::class(self.usual[place]);
            let step = self.steps[place];
            let steps = self.kind.number(coder, context, nearest((*weight - fresh) / step));
            *weight = fresh + steps as f32 * step;
            let size = Self::WHOLE * steps.abs().min(1 << 10);
            met += size;
            usual += self.usual[place];
            self.usual[place] += (size - self.usual[place]) / 32;
        }
    }
}

/// What a row is before anything is learnt.
fn fresh_row(place: usize) -> Row {
    let seed = 1 << 40 | (place as u64) << 8;
    std::array::from_fn(|k| FRESH * bell(seed | k as u64))
}

/// The nearest whole number, halves away from 0.
fn nearest(number: f32) -> i32 {
    (if number < 0.0 { number - 0.5 } else { number + 0.5 }) as i32
}

/// A number like one drawn from a bell curve of deviation 1, the same for the same seed.
fn bell(seed: u64) -> f32 {
    let mut sum = 0.0;
    let mut x = seed;
    for _ in 0..6 {
        x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut y = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        y = (y ^ (y >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        sum += ((y ^ (y >> 31)) >> 40) as f32 / (1u64 << 24) as f32 - 0.5;
    }
    sum * 1.414
}

/// e to the power of a number that is not above 0, as exactly as needed and the same everywhere.
pub fn exp(x: f32) -> f32 {
    if x < -60.0 {
        return 0.0;
    }
    let power = x.min(0.0) * std::f32::consts::LOG2_E;
    let whole = power.floor();
    let rest = (power - whole) * std::f32::consts::LN_2;
    let series = 1.0
        + rest
            * (1.0 + rest * (0.5 + rest * (0.166_666_67 + rest * (0.041_666_67 + rest * 0.008_4))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The natural logarithm of a number from 1 up, likewise.
pub fn ln(x: f32) -> f32 {
    let bits = x.max(1.0).to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    let y = (mantissa - 1.0) / (mantissa + 1.0);
    let square = y * y;
    let series = 2.0 * y * (1.0 + square * (0.333_333_34 + square * (0.2 + square * 0.142_857_15)));
    series + exponent as f32 * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(net: &Net, moment: &[u32], action: &[u32]) -> f32 {
        let mut values = Vec::new();
        net.values(moment, action, &[action.len()], &mut values);
        values[0]
    }

    /// Two features whose worth depends on each other, which no sum of their own worths can tell.
    fn taught(rounds: usize) -> (Net, Teacher) {
        let (mut net, mut teacher) = (Net::default(), Teacher::default());
        for round in 0..rounds {
            for (a, b) in [(1, 2), (1, 3), (4, 2), (4, 3)] {
                let worth = if (a == 1) == (b == 2) { 0.5 } else { -0.5 };
                let rate = 0.3 * (1.0 - 0.8 * round as f32 / rounds as f32);
                net.learn(&mut teacher, &[a, 9], &[b, 17], worth, rate);
            }
        }
        (net, teacher)
    }

    #[test]
    fn it_learns_what_depends_on_two_things_together() {
        let (net, _) = taught(2000);
        for (a, b, worth) in [(1, 2, 0.5), (1, 3, -0.5), (4, 2, -0.5), (4, 3, 0.5)] {
            let found = value(&net, &[a, 9], &[b, 17]);
            assert!((found - worth).abs() < 0.1, "{a} {b}: {found} instead of {worth}");
        }
    }

    #[test]
    fn the_blame_of_a_row_is_the_slope_of_the_value() {
        let (mut net, _) = taught(50);
        let at = net.row(1);
        for place in [0, 7, 33, 63] {
            let mut sum = net.bias;
            let direct = net.add(&[1, 9, 2, 17], &mut sum);
            let pass = net.pass(sum, direct);
            let mut blame = net.clone().learn_above(&pass, 1.0, 0.0);
            if pass.sum[place] <= 0.0 {
                blame[place] = 0.0;
            }
            let before = net.rows[at][place];
            net.rows[at][place] = before + 1e-3;
            let above = value(&net, &[1, 9], &[2, 17]);
            net.rows[at][place] = before - 1e-3;
            let below = value(&net, &[1, 9], &[2, 17]);
            net.rows[at][place] = before;
            let slope = (above - below) / 2e-3;
            assert!((slope - blame[place]).abs() < 2e-3, "{place}: {slope} {}", blame[place]);
        }
    }

    #[test]
    fn what_was_never_learnt_counts_nothing() {
        let (net, _) = taught(50);
        assert_eq!(value(&net, &[1, 9], &[2, 17]), value(&net, &[1, 9, 55], &[2, 17, 77]));
        assert_eq!(net.rows(), 6);
    }

    #[test]
    fn what_was_met_rarely_is_forgotten() {
        let (mut net, mut teacher) = taught(50);
        let before = value(&net, &[1, 9], &[2, 17]);
        net.learn(&mut teacher, &[70], &[71], 1.0, 0.0);
        assert_eq!(net.rows(), 8);
        net.forget_rare(&teacher, 2);
        assert_eq!(net.rows(), 6);
        assert_eq!(value(&net, &[1, 9, 70], &[2, 17]), before);
    }

    #[test]
    fn a_net_is_read_back_nearly_as_it_was_and_then_exactly() {
        let (net, _) = taught(300);
        let mut bytes = Vec::new();
        net.write(&mut bytes);
        let read = Net::read(&bytes).expect("a net");
        let (old, new) = (value(&net, &[1, 9], &[2, 17]), value(&read, &[1, 9], &[2, 17]));
        assert!((old - new).abs() < 0.005, "{old} {new}");
        let mut again = Vec::new();
        read.write(&mut again);
        assert!(Net::read(&again).is_some());
        assert_eq!(bytes, again);
        for cut in [0, 10, bytes.len() - 1] {
            assert!(Net::read(&bytes[..cut]).is_none());
        }
        for seed in 0..200 {
            let mut rng = crate::game::rng::Rng::new(seed);
            let mut odd = bytes.clone();
            let place = rng.below(odd.len() as u32) as usize;
            odd[place] ^= 1 << rng.below(8);
            // Another net, or none, but never something that is no number.
            if let Some(net) = Net::read(&odd) {
                assert!(value(&net, &[1, 9], &[2, 17]).is_finite());
            }
        }
    }

    #[test]
    fn our_functions_are_those_of_mathematics() {
        for step in 0..2000 {
            let x = -f32::from(step as i16) / 50.0;
            assert!((exp(x) - x.exp()).abs() < 3e-4, "{x}");
            let y = 1.0 + f32::from(step as i16);
            assert!((ln(y) - y.ln()).abs() < 3e-4 * y.ln().max(1.0), "{y}");
        }
    }
}
