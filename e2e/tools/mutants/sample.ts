import { hashOf } from './probes.ts';

/**
 * Takes the same number from each group, as long as it has that many, in an order that only the seed decides.
 * @param groups such as the mutants of each folder
 */
export const sample = <T>(groups: readonly (readonly T[])[], count: number, seed: number): T[] => {
  const decks = groups.map((group) =>
    group
      .map((item) => ({ item, rank: hashOf(`${seed} ${JSON.stringify(item)}`) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1)),
  );
  const rounds = Math.max(0, ...decks.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => decks.flatMap((deck) => deck[round] ?? []))
    .flat()
    .slice(0, count)
    .map(({ item }) => item);
};
