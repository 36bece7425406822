import { hashOf } from './probes.ts';

/**
 * Takes the same number from each group, as long as it has that many, in an order that only the seed decides.
 * @param groups such as the mutants of each folder
 * @param isUsable asked only about as many as are needed
 */
export const sample = <T>(
  groups: readonly (readonly T[])[],
  count: number,
  seed: number,
  isUsable: (item: T) => boolean = () => true,
): T[] => {
  const decks = groups.map((group) =>
    group
      .map((item) => ({ item, rank: hashOf(`${seed} ${JSON.stringify(item)}`) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1)),
  );
  const rounds = Math.max(0, ...decks.map(({ length }) => length));
  const taken: T[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const deck of decks) {
      if (taken.length === count) return taken;
      const next = deck[round];
      if (next && isUsable(next.item)) taken.push(next.item);
    }
  }
  return taken;
};
