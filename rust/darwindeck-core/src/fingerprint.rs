//! A stable 64-bit identity of bytes: the same in every process, on every platform, in every release.
//!
//! FNV-1a reads the bytes; a final avalanche then spreads every input bit over the whole result, so that
//! any few bits of it can be used on their own. It tells games apart; it does not resist a forger.

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// The fingerprint of `data`.
#[must_use]
pub fn fingerprint(data: &[u8]) -> u64 {
    avalanche(fnv1a(data))
}

fn fnv1a(data: &[u8]) -> u64 {
    data.iter().fold(FNV_OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

/// The finaliser of MurmurHash3: a bijection, so it adds no collisions.
fn avalanche(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_gives_the_published_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn fingerprints_never_change_between_releases() {
        assert_eq!(fingerprint(b""), 0xefd0_1f60_ba99_2926);
        assert_eq!(fingerprint(b"a"), 0x82a2_a958_a9be_ce5b);
        assert_eq!(fingerprint(b"foobar"), 0x2c22_1949_22d1_672b);
        assert_eq!(fingerprint("♠ A".as_bytes()), 0x7183_b818_40c4_fb90);
    }

    #[test]
    fn one_changed_bit_changes_about_half_of_the_result() {
        let hand = *b"ace of spades, two of hearts";
        for bit in 0..hand.len() * 8 {
            let mut other = hand;
            other[bit / 8] ^= 1 << (bit % 8);
            let changed = (fingerprint(&hand) ^ fingerprint(&other)).count_ones();
            assert!((12..=52).contains(&changed), "bit {bit}: {changed} changed");
        }
    }
}
