/** The numbers of a release such as 24.21.0. Undefined for a pre-release or anything else. */
const numbersOf = (version: string): readonly number[] | undefined =>
  /^\d+(\.\d+)*$/.test(version) ? version.split('.').map(Number) : undefined;

/** Below 0 if `one` is older than `other`. @throws Error if one of them isn't a release. */
export const compareVersions = (one: string, other: string): number => {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  if (!first || !second) throw new Error(`Can't compare the versions ${one} and ${other}`);
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

export const majorOf = (version: string): number => Number(version.split('.')[0]);

/** The newest of these that is a release of the same major line. */
export const newestOfLine = (version: string, all: readonly string[]): string =>
  all
    .filter((candidate) => numbersOf(candidate) && majorOf(candidate) === majorOf(version))
    .reduce((newest, candidate) => (compareVersions(candidate, newest) > 0 ? candidate : newest), version);
