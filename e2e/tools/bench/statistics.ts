import { untilQuiet } from './quiet.ts';

/** The value at a quantile, such as 0.5 for the median. */
export const percentile = (samples: readonly number[], share: number): number => {
  if (samples.length === 0) throw new Error('There are no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Measures ours and the ceiling in turn, each time on an otherwise idle machine, and returns the samples of both. */
export const inTurn = async <Sample>(
  rounds: number,
  ours: () => Promise<Sample>,
  ceiling: () => Promise<Sample>,
): Promise<{ ours: Sample[]; ceiling: Sample[] }> => {
  const samples = { ours: [] as Sample[], ceiling: [] as Sample[] };
  for (let round = 0; round < rounds; round += 1) {
    await untilQuiet();
    samples.ceiling.push(await ceiling());
    samples.ours.push(await ours());
  }
  return samples;
};
