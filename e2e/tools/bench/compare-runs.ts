import { z } from 'zod';
import type { Figure } from './figures.ts';

/** What a run saves about the machine, and its figures as far as another run is compared with them. */
const savedRun = z.object({
  machine: z.object({ node: z.string(), processors: z.number(), memoryBytes: z.number() }),
  figures: z.array(
    z.object({
      name: z.string(),
      judged: z.object({ value: z.number(), least: z.number(), most: z.number() }),
    }),
  ),
});

export type SavedRun = z.infer<typeof savedRun>;

/** @throws ZodError, SyntaxError if that isn't what a run has saved. */
export const readRun = (text: string): SavedRun => savedRun.parse(JSON.parse(text));

type Verdict = 'better' | 'same' | 'worse';

/** Shares of the earlier value below which a difference says nothing, whatever the rounds say. */
const leastDifference = { ofRounds: 0.05, once: 0.15 } as const;

/**
 * Compares what the bound of a figure is for. It differs beyond noise if no round of one run was as good as any of the other,
 * and the medians differ enough.
 */
const compareFigures = (
  before: SavedRun['figures'][number]['judged'],
  { values, judged: now, bound }: Pick<Figure, 'values' | 'judged' | 'bound'>,
): Verdict => {
  const least = (values.length > 1 ? leastDifference.ofRounds : leastDifference.once) * before.value;
  const isApart = now.least > before.most || now.most < before.least;
  if (!isApart || Math.abs(now.value - before.value) < least) return 'same';
  return now.value > before.value === (bound.is === 'at least') ? 'better' : 'worse';
};

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

/** A line for each figure of a run, with what an earlier run measured, and how many figures are worse. */
export const compareRuns = (
  before: SavedRun,
  now: { machine: SavedRun['machine']; figures: readonly Figure[] },
): { lines: string[]; worse: number } => {
  const lines: string[] = [];
  if (JSON.stringify(before.machine) !== JSON.stringify(now.machine))
    lines.push(`Another machine or Node measured before: ${JSON.stringify(before.machine)}. Compare ratios alone.`);
  const known = new Map(before.figures.map(({ name, judged }) => [name, judged]));
  let worse = 0;
  for (const figure of now.figures) {
    const earlier = known.get(figure.name);
    const verdict = earlier && compareFigures(earlier, figure);
    if (verdict === 'worse') worse += 1;
    const of = figure.bound.of === 'ratio' ? 'ratio' : figure.unit;
    const said = earlier ? `${verdict}: ${shown(earlier.value)} before, ${shown(figure.judged.value)} now` : 'new';
    lines.push(`${figure.name} (${of}): ${said}`);
  }
  return { lines, worse };
};
