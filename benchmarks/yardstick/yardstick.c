/* How fast can these games be played at all?
 *
 * Random games of War, Hearts and Crazy Eights, each in code written for that one game. The rules
 * are those of the library's files, so that an engine for all games can be held against this in
 * two ways: its speed, and the statistics of the games it plays.
 *
 *     cc -std=c11 -O3 -march=x86-64-v3 -o yardstick yardstick.c
 *     ./yardstick GAME GAMES SEED [once]
 *
 * GAME is `war`, `hearts` (one hand without passing), `crazy_eights` (a whole game) or
 * `crazy_eights_hand` (its first hand). The output is one JSON object. `seconds` includes the
 * dealing; `deal_seconds` is the time that equally many deals take alone, which `once` leaves out.
 *
 * Every choice is uniform over the legal ones. Cards are bits: 16 for each suit, of which the low
 * 13 are the ranks from two to ace.
 */
#define _POSIX_C_SOURCE 199309L
#include <immintrin.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Cards;

enum { SEATS = 4, DECK = 52, RANKS = 13, LANE = 16 };

#define SUIT(s) ((Cards)0x1FFF << (LANE * (s)))
#define RANK(r) ((Cards)0x0001000100010001 << (r))
#define CARD(s, r) ((Cards)1 << (LANE * (s) + (r)))

enum { CLUBS, DIAMONDS, HEARTS, SPADES };
enum { TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };

static const Cards ALL = SUIT(CLUBS) | SUIT(DIAMONDS) | SUIT(HEARTS) | SUIT(SPADES);

static inline int size(Cards cards) { return (int)_mm_popcnt_u64(cards); }
static inline int lowest(Cards cards) { return (int)_tzcnt_u64(cards); }
static inline Cards highest(Cards cards) { return (Cards)1 << (63 - _lzcnt_u64(cards)); }
/* The suit of one card, as all the cards of it. */
static inline Cards suit_of(Cards card) { return (Cards)0x1FFF << (lowest(card) & 0x30); }

/* ---- Chance: xoshiro256++ (Blackman and Vigna), seeded by splitmix64 ---- */

typedef struct {
    uint64_t s[4];
} Random;

static inline uint64_t rotated(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static inline uint64_t next_word(Random *random) {
    uint64_t *s = random->s;
    const uint64_t word = rotated(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return word;
}

static Random seeded(uint64_t seed) {
    Random random;
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        random.s[i] = z ^ (z >> 31);
    }
    return random;
}

/* A number below `count` from the high part of the word; what is left of the word serves again.
 * Several draws from one word are off by no more than the product of their counts over 2^64. */
static inline uint64_t below(uint64_t count, uint64_t *word) {
    const unsigned __int128 product = (unsigned __int128)*word * count;
    *word = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

/* One of the cards, all equally likely. */
static inline Cards any_of(Cards cards, uint64_t *word) {
    return _pdep_u64((Cards)1 << below((uint64_t)size(cards), word), cards);
}

/* Bring the cards into an order of which all are equally likely: Fisher and Yates, six draws a
 * word (52 * 51 * ... * 47 is below 2^34). */
static inline void shuffle(uint8_t *cards, int count, Random *random) {
    for (int left = count; left > 1;) {
        uint64_t word = next_word(random);
        for (int draw = 0; draw < 6 && left > 1; draw++, left--) {
            const uint64_t chosen = below((uint64_t)left, &word);
            const uint8_t card = cards[chosen];
            cards[chosen] = cards[left - 1];
            cards[left - 1] = card;
        }
    }
}

/* ---- War ---- */

/* A pile is a stretch of a tape: cards are turned up at `top`, and won cards are laid down at
 * `end`. The tape is long enough for a game in which every turn moves every card. */
enum { LAST_TURN = 1000, TAPE = DECK * (LAST_TURN + 2), FACE_DOWN = 3 };

typedef struct {
    uint8_t *top, *end;
} Pile;

typedef struct {
    Pile first, second;
} Piles;

typedef struct {
    uint64_t turns, battles, capped, draws, wins[2];
} WarRecord;

static uint8_t tape[2][TAPE];

/* The tapes hold ranks only: War does not ask for suits. */
static void deal_war(uint8_t deck[DECK], Random *random) {
    shuffle(deck, DECK, random);
    memcpy(tape[0], deck, DECK / 2);
    memcpy(tape[1], deck + DECK / 2, DECK / 2);
}

/* Lay cards face down and turn up the next; too few, and it is the last. */
static uint8_t *battle_card(Pile pile) {
    return pile.end - pile.top > FACE_DOWN ? pile.top + FACE_DOWN : pile.end - 1;
}

/* Copy in steps of 16 bytes: what is written beyond the cards is written over later. */
static inline void copy(uint8_t *to, const uint8_t *from, size_t count) {
    for (size_t done = 0; done < count; done += 16) memcpy(to + done, from + done, 16);
}

/* Put the cards that both have played in this turn under the winner's pile, its own first. */
static Piles taken(Pile winner, const uint8_t *own, const Pile loser, const uint8_t *other) {
    const size_t mine = (size_t)(winner.top - own), theirs = (size_t)(loser.top - other);
    copy(winner.end, own, mine);
    copy(winner.end + mine, other, theirs);
    winner.end += mine + theirs;
    return (Piles){winner, loser};
}

/* Two equal cards have just been turned up: battle until one is higher or has no card left. */
static __attribute__((noinline)) Piles battle(Pile first, Pile second) {
    const uint8_t *const own = first.top - 1, *const other = second.top - 1;
    while (first.top[-1] == second.top[-1]) {
        const bool first_out = first.top == first.end, second_out = second.top == second.end;
        if (first_out && second_out) return (Piles){first, second};
        if (second_out) return taken(first, own, second, other);
        if (first_out) break;
        first.top = battle_card(first) + 1;
        second.top = battle_card(second) + 1;
    }
    if (first.top[-1] > second.top[-1]) return taken(first, own, second, other);
    const Piles swapped = taken(second, other, first, own);
    return (Piles){swapped.second, swapped.first};
}

static void play_war(WarRecord *record) {
    Pile first = {tape[0], tape[0] + DECK / 2}, second = {tape[1], tape[1] + DECK / 2};
    int turns = 0;
    for (; turns < LAST_TURN && first.top != first.end && second.top != second.end; turns++) {
        const uint8_t one = *first.top++, two = *second.top++;
        if (one == two) {
            const Piles after = battle(first, second);
            first = after.first;
            second = after.second;
            record->battles++;
            continue;
        }
        /* Both tapes get the cards, higher first, but only the winner's pile grows over them. */
        const bool won = one > two;
        const uint8_t pair[2] = {won ? one : two, won ? two : one};
        memcpy(first.end, pair, 2);
        memcpy(second.end, pair, 2);
        first.end += 2 * won;
        second.end += 2 * !won;
    }
    const ptrdiff_t held = first.end - first.top, against = second.end - second.top;
    record->turns += (uint64_t)turns;
    record->capped += held != 0 && against != 0;
    record->draws += held == against;
    record->wins[0] += held > against;
    record->wins[1] += held < against;
}

/* ---- Hearts: one hand ---- */

#define QUEEN_OF_SPADES CARD(SPADES, QUEEN)
#define PENALTY_CARDS (SUIT(HEARTS) | QUEEN_OF_SPADES)

typedef struct {
    /* By seat, and counted clockwise from the player who has the two of clubs. */
    uint64_t points_by_seat[SEATS], points_from_leader[SEATS], tricks_from_leader[SEATS];
    uint64_t squares, moons, queen_from_leader[SEATS], unbroken_tricks;
} HeartsRecord;

static void fill_deck(uint8_t deck[DECK]) {
    for (int card = 0; card < DECK; card++)
        deck[card] = (uint8_t)(card / RANKS * LANE + card % RANKS);
}

static void deal_hearts(uint8_t deck[DECK], Cards hands[SEATS], Random *random) {
    shuffle(deck, DECK, random);
    Cards dealt[SEATS] = {0};
    for (int card = 0; card < DECK; card++) dealt[card % SEATS] |= (Cards)1 << deck[card];
    memcpy(hands, dealt, sizeof dealt);
}

/* Those of the cards that are wanted, or else all of them; without a branch. */
static inline Cards if_possible(Cards cards, Cards wanted) {
    const Cards fitting = cards & wanted;
    return cards & (fitting | ((Cards)(fitting != 0) - 1));
}

/* How many seats after the leader the card lies that wins the trick. */
static inline int winning_turn(const Cards cards[SEATS], Cards led) {
    const Cards best = highest((cards[0] | cards[1] | cards[2] | cards[3]) & led);
    return (cards[1] == best) + 2 * (cards[2] == best) + 3 * (cards[3] == best);
}

typedef struct {
    Cards hands[SEATS], unbroken;
    int leader, points[SEATS], tricks[SEATS], queen_to;
} HeartsTable;

/* One trick. `allowed` is what those should play who cannot follow suit. */
static inline void play_trick(HeartsTable *table, Cards lead, Cards allowed, Random *random) {
    const Cards led = suit_of(lead);
    Cards cards[SEATS] = {lead};
    table->hands[table->leader] ^= lead;
    for (int turn = 1; turn < SEATS; turn++) {
        uint64_t word = next_word(random);
        Cards *hand = &table->hands[(table->leader + turn) % SEATS];
        cards[turn] = any_of(if_possible(if_possible(*hand, allowed), led), &word);
        *hand ^= cards[turn];
    }
    const Cards trick = cards[0] | cards[1] | cards[2] | cards[3];
    const int winner = (table->leader + winning_turn(cards, led)) % SEATS;
    const bool queen = trick & QUEEN_OF_SPADES;
    table->points[winner] += size(trick & SUIT(HEARTS)) + 13 * queen;
    table->tricks[winner]++;
    table->queen_to = queen ? winner : table->queen_to;
    table->unbroken = trick & SUIT(HEARTS) ? 0 : table->unbroken;
    table->leader = winner;
}

static void play_hearts(const Cards hands[SEATS], HeartsRecord *record, Random *random) {
    HeartsTable table = {.unbroken = SUIT(HEARTS)};
    memcpy(table.hands, hands, sizeof table.hands);
    for (int seat = 0; seat < SEATS; seat++)
        table.leader += hands[seat] & CARD(CLUBS, TWO) ? seat : 0;
    const int first_leader = table.leader;
    record->unbroken_tricks++;
    /* No club is a penalty card, so the two duties of this trick may be asked in any order. */
    play_trick(&table, CARD(CLUBS, TWO), ~PENALTY_CARDS, random);
    for (int trick = 2; trick <= RANKS; trick++) {
        record->unbroken_tricks += table.unbroken != 0;
        uint64_t word = next_word(random);
        const Cards lead = any_of(if_possible(table.hands[table.leader], ~table.unbroken), &word);
        play_trick(&table, lead, ~(Cards)0, random);
    }
    const bool moon = table.points[table.queen_to] == 26;
    record->moons += moon;
    record->queen_from_leader[(table.queen_to - first_leader) & 3]++;
    for (int seat = 0; seat < SEATS; seat++) {
        const int scored = moon ? 26 - table.points[seat] : table.points[seat];
        const int from_leader = (seat - first_leader) & 3;
        record->points_by_seat[seat] += (uint64_t)scored;
        record->points_from_leader[from_leader] += (uint64_t)scored;
        record->tricks_from_leader[from_leader] += (uint64_t)table.tricks[seat];
        record->squares += (uint64_t)(scored * scored);
    }
}

/* ---- Crazy Eights ---- */

#define TENS (RANK(TEN) | RANK(JACK) | RANK(QUEEN) | RANK(KING))

enum { HAND = 5, MAY_DRAW = 3, TARGET = 100, MOST_HANDS = 50 };

typedef struct {
    uint64_t hands, turns, played, drawn, named, renewed, blocked, points;
    uint64_t longest_game, wins_from_dealer[SEATS];
} EightsRecord;

typedef struct {
    Cards hands[SEATS], top;
    uint8_t stock[DECK];
    int stock_size;
} EightsTable;

/* Sum of the card points: eight 50, court cards 10, ace 1, others their number. Each line counts
 * the ranks whose value has that binary digit. */
static int card_points(Cards cards) {
    static const Cards digit[6] = {
        RANK(ACE) | RANK(THREE) | RANK(FIVE) | RANK(SEVEN) | RANK(NINE),
        RANK(TWO) | RANK(THREE) | RANK(SIX) | RANK(SEVEN) | TENS | RANK(EIGHT),
        RANK(FOUR) | RANK(FIVE) | RANK(SIX) | RANK(SEVEN),
        RANK(NINE) | TENS,
        RANK(EIGHT),
        RANK(EIGHT),
    };
    int points = 0;
    for (int power = 0; power < 6; power++) points += size(cards & digit[power]) << power;
    return points;
}

/* Deal clockwise from the dealer's left; an eight turned up goes back into the stock. */
static void deal_eights(EightsTable *table, int dealer, Random *random) {
    shuffle(table->stock, DECK, random);
    int left = DECK;
    for (int turn = 1; turn <= SEATS; turn++) table->hands[(dealer + turn) % SEATS] = 0;
    for (int card = 0; card < HAND * SEATS; card++)
        table->hands[(dealer + 1 + card) % SEATS] |= (Cards)1 << table->stock[--left];
    table->top = (Cards)1 << table->stock[--left];
    while (table->top & RANK(EIGHT)) {
        shuffle(table->stock, ++left, random);
        table->top = (Cards)1 << table->stock[--left];
    }
    table->stock_size = left;
}

/* A card is wanted from an empty stock: all discards but the top one become the new stock. */
static void renew_stock(EightsTable *table, EightsRecord *record, Random *random) {
    Cards discards = ALL & ~table->top;
    for (int seat = 0; seat < SEATS; seat++) discards &= ~table->hands[seat];
    for (; discards; discards &= discards - 1)
        table->stock[table->stock_size++] = (uint8_t)lowest(discards);
    shuffle(table->stock, table->stock_size, random);
    record->renewed += table->stock_size > 0;
}

/* Play a hand out. The seat that went out, or -1 if nobody could do anything any more. */
static int play_eights(EightsTable *table, int dealer, EightsRecord *record, Random *random) {
    Cards in_force = suit_of(table->top);
    int idle = 0;
    for (int seat = (dealer + 1) % SEATS; idle < SEATS; seat = (seat + 1) % SEATS) {
        record->turns++;
        idle++;
        const Cards fitting = in_force | RANK(EIGHT) | RANK(lowest(table->top) % LANE);
        Cards playable = table->hands[seat] & fitting;
        for (int drawn = 0; !playable && drawn < MAY_DRAW; drawn++) {
            if (!table->stock_size) renew_stock(table, record, random);
            if (!table->stock_size) break;
            const Cards card = (Cards)1 << table->stock[--table->stock_size];
            table->hands[seat] |= card;
            playable = card & fitting;
            idle = 0;
            record->drawn++;
        }
        if (!playable) continue;
        idle = 0;
        uint64_t word = next_word(random);
        table->top = any_of(playable, &word);
        table->hands[seat] ^= table->top;
        record->played++;
        if (!table->hands[seat]) return seat;
        in_force = suit_of(table->top);
        if (table->top & RANK(EIGHT)) {
            in_force = (Cards)0x1FFF << LANE * below(SEATS, &word);
            record->named++;
        }
    }
    return -1;
}

static void play_eights_game(EightsTable *table, int most_hands, EightsRecord *record,
                             Random *random) {
    int score[SEATS] = {0}, best = 0;
    uint64_t word = next_word(random);
    const int first_dealer = (int)below(SEATS, &word);
    const uint64_t turns_before = record->turns;
    for (int hand = 0; hand < most_hands && score[best] < TARGET; hand++) {
        const int dealer = (first_dealer + hand) % SEATS;
        deal_eights(table, dealer, random);
        const int out = play_eights(table, dealer, record, random);
        record->hands++;
        Cards left = 0;
        for (int seat = 0; seat < SEATS; seat++) left |= table->hands[seat];
        /* The stock must hold the whole pack again before the next deal. */
        fill_deck(table->stock);
        if (out < 0) {
            record->blocked++;
            continue;
        }
        const int points = card_points(left);
        record->points += (uint64_t)points;
        score[out] += points;
        if (score[out] > score[best]) best = out;
    }
    const uint64_t turns = record->turns - turns_before;
    if (turns > record->longest_game) record->longest_game = turns;
    record->wins_from_dealer[(best - first_dealer) & 3]++;
}

/* ---- Measuring and reporting ---- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void report(const char *game, uint64_t games, uint64_t seed, double seconds,
                   double deal_seconds) {
    const double each = 1e9 / (double)games;
    printf("{\"game\": \"%s\", \"games\": %" PRIu64 ", \"seed\": %" PRIu64
           ", \"seconds\": %.6f, \"deal_seconds\": %.6f, \"nanoseconds_per_game\": %.2f, "
           "\"nanoseconds_per_game_after_the_deal\": %.2f, \"games_per_second\": %.0f",
           game, games, seed, seconds, deal_seconds, seconds * each,
           (seconds - deal_seconds) * each, (double)games / seconds);
}

static void value(const char *name, uint64_t total, uint64_t games) {
    printf(", \"%s\": %.9g", name, (double)total / (double)games);
}

static void values(const char *name, const uint64_t *totals, int count, uint64_t games) {
    printf(", \"%s\": [", name);
    for (int i = 0; i < count; i++)
        printf("%s%.9g", i ? ", " : "", (double)totals[i] / (double)games);
    printf("]");
}

/* FNV-1a over the counts: equal for equal seeds, and it keeps the work from being left out. */
static void checksum(const void *record, size_t bytes) {
    uint64_t sum = 0xCBF29CE484222325;
    for (size_t i = 0; i < bytes; i++) sum = (sum ^ ((const uint8_t *)record)[i]) * 0x100000001B3;
    printf(", \"checksum\": \"%016" PRIx64 "\"}\n", sum);
}

/* Keeps the compiler from leaving out deals that nobody plays. */
static void keep(const void *dealt) { __asm__ volatile("" : : "r"(dealt) : "memory"); }

/* Whether deals are timed alone as well. */
static bool deals_again = true;

static void run_war(uint64_t games, uint64_t seed) {
    uint8_t deck[DECK];
    for (int card = 0; card < DECK; card++) deck[card] = (uint8_t)(card % RANKS);
    Random random = seeded(seed);
    WarRecord record = {0};
    const double start = now();
    for (uint64_t game = 0; game < games; game++) {
        deal_war(deck, &random);
        play_war(&record);
    }
    const double played = now();
    for (uint64_t game = 0; deals_again && game < games; game++) {
        deal_war(deck, &random);
        keep(tape);
    }
    report("war", games, seed, played - start, now() - played);
    value("turns", record.turns, games);
    value("turns_with_a_battle", record.battles, games);
    value("stopped_at_1000_turns", record.capped, games);
    value("draws", record.draws, games);
    values("wins", record.wins, 2, games);
    checksum(&record, sizeof record);
}

static void run_hearts(uint64_t games, uint64_t seed) {
    uint8_t deck[DECK];
    fill_deck(deck);
    Random random = seeded(seed);
    HeartsRecord record = {0};
    Cards hands[SEATS];
    const double start = now();
    for (uint64_t game = 0; game < games; game++) {
        deal_hearts(deck, hands, &random);
        play_hearts(hands, &record, &random);
    }
    const double played = now();
    for (uint64_t game = 0; deals_again && game < games; game++) {
        deal_hearts(deck, hands, &random);
        keep(hands);
    }
    report("hearts", games, seed, played - start, now() - played);
    printf(", \"cards_played\": %d", DECK);
    values("points_by_seat", record.points_by_seat, SEATS, games);
    values("points_from_leader", record.points_from_leader, SEATS, games);
    values("tricks_from_leader", record.tricks_from_leader, SEATS, games);
    values("queen_from_leader", record.queen_from_leader, SEATS, games);
    value("mean_square_of_points", record.squares, games * SEATS);
    value("tricks_until_broken", record.unbroken_tricks, games);
    value("moons", record.moons, games);
    checksum(&record, sizeof record);
}

static void run_eights(const char *name, int most_hands, uint64_t games, uint64_t seed) {
    EightsTable table;
    fill_deck(table.stock);
    Random random = seeded(seed);
    EightsRecord record = {0};
    const double start = now();
    for (uint64_t game = 0; game < games; game++)
        play_eights_game(&table, most_hands, &record, &random);
    const double played = now();
    for (uint64_t hand = 0; deals_again && hand < record.hands; hand++) {
        deal_eights(&table, (int)(hand % SEATS), &random);
        fill_deck(table.stock);
        keep(&table);
    }
    report(name, games, seed, played - start, now() - played);
    value("hands", record.hands, games);
    value("turns", record.turns, games);
    value("cards_played", record.played, games);
    value("cards_drawn", record.drawn, games);
    value("suits_named", record.named, games);
    value("stocks_renewed", record.renewed, games);
    value("hands_blocked", record.blocked, games);
    value("points_of_a_hand", record.points, record.hands);
    values("wins_from_dealer", record.wins_from_dealer, SEATS, games);
    value("longest_game", record.longest_game, 1);
    checksum(&record, sizeof record);
}

/* A whole number that uses up all of the text, or exit. */
static uint64_t number(const char *text, uint64_t least) {
    char *end;
    const uint64_t found = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || found < least) {
        fprintf(stderr, "yardstick: not a number of at least %" PRIu64 ": %s\n", least, text);
        exit(2);
    }
    return found;
}

int main(int count, char **words) {
    if (count != 4 && !(count == 5 && !strcmp(words[4], "once"))) {
        fprintf(stderr,
                "usage: yardstick war|hearts|crazy_eights|crazy_eights_hand GAMES SEED [once]\n");
        return 2;
    }
    deals_again = count == 4;
    const char *game = words[1];
    const uint64_t games = number(words[2], 1), seed = number(words[3], 0);
    if (!strcmp(game, "war")) run_war(games, seed);
    else if (!strcmp(game, "hearts")) run_hearts(games, seed);
    else if (!strcmp(game, "crazy_eights")) run_eights(game, MOST_HANDS, games, seed);
    else if (!strcmp(game, "crazy_eights_hand")) run_eights(game, 1, games, seed);
    else {
        fprintf(stderr, "yardstick: no such game: %s\n", game);
        return 2;
    }
    return 0;
}
