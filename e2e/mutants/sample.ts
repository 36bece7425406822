/** Mulberry32: the same numbers for the same seed on every machine. Returns numbers from 0 up to 1. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Takes the same number from each group, as long as it has that many, in an order that only the seed decides.
 * @param groups such as the mutants of each folder
 */
export const sample = <T>(groups: readonly (readonly T[])[], count: number, seed: number): T[] => {
  const random = randomFrom(seed);
  const decks = groups.map((group) =>
    group
      .map((item) => ({ item, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item),
  );
  const taken: T[] = [];
  for (let round = 0; taken.length < count && decks.some((deck) => deck.length > round); round++)
    for (const deck of decks) {
      const item = deck[round];
      if (item !== undefined && taken.length < count) taken.push(item);
    }
  return taken;
};
