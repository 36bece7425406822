import { median } from './statistics.ts';

/** The limit for a figure: for the value itself, or for its ratio to the ceiling of the same run. */
export interface Bound {
  of: 'value' | 'ratio';
  is: 'at least' | 'at most';
  limit: number;
}

export interface Measured {
  name: string;
  unit: string;
  /** Of each round, or the one that was measured. */
  values: readonly number[];
  /** What a bare program achieves on the same machine in the same run. */
  ceiling: { is: string; values: readonly number[] };
  bound: Bound;
}

/** A figure and its ceiling are the medians of their rounds. */
export interface Figure extends Omit<Measured, 'ceiling'> {
  value: number;
  ceiling: Measured['ceiling'] & { value: number };
  ratio: number;
  /** What the bound is for, from the best to the worst of the rounds: the value, or the ratio to the ceiling. */
  judged: { readonly value: number; readonly least: number; readonly most: number };
  holds: boolean;
}

export const judge = (measured: Measured): Figure => {
  const { bound } = measured;
  const [value, ceiling] = [median(measured.values), median(measured.ceiling.values)];
  const ratio = value / ceiling;
  // Rounds alternate, so each has its own ceiling; a figure that was measured once has the one of all rounds.
  const all = measured.values.map((one, round) => {
    if (bound.of === 'value') return one;
    return one / (measured.values.length > 1 ? (measured.ceiling.values[round] ?? ceiling) : ceiling);
  });
  const judged = bound.of === 'value' ? value : ratio;
  return {
    ...measured,
    value,
    ceiling: { ...measured.ceiling, value: ceiling },
    ratio,
    judged: { value: judged, least: Math.min(judged, ...all), most: Math.max(judged, ...all) },
    holds: bound.is === 'at least' ? judged >= bound.limit : judged <= bound.limit,
  };
};

/** How far the rounds lie apart, of what the bound is for: `±4 %`, or nothing where there was only one. */
const spread = ({ values, judged: { value, least, most } }: Figure): string =>
  values.length > 1 ? `±${Math.round((50 * (most - least)) / value)} %` : '';

const digits = (value: number): string => {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

const boundText = ({ of, is, limit }: Bound, unit: string): string =>
  of === 'ratio' ? `ratio ${is} ${limit}` : `${is} ${limit} ${unit}`;

/** Widths are fixed because each row is printed before the next one is known. The longest current names fit. */
const columns = [
  { title: 'Figure', width: 64 },
  { title: 'Measured', width: 12 },
  { title: 'Ceiling', width: 12 },
  { title: 'Ratio', width: 5 },
  { title: 'Spread', width: 6 },
  { title: 'Bound', width: 19 },
  { title: 'Holds', width: 5 },
  { title: 'What the ceiling is', width: 0 },
];

const line = (cells: readonly string[]): string =>
  `| ${columns.map(({ width }, column) => (cells[column] ?? '').replaceAll('|', '\\|').padEnd(width)).join(' | ')} |`;

/** The header of a Markdown table of figures, readable in a terminal and on a page. */
export const tableHead: readonly string[] = [
  line(columns.map(({ title }) => title)),
  line(columns.map(({ title, width }) => '-'.repeat(Math.max(title.length, width)))),
];

export const toRow = (figure: Figure): string => {
  const { name, unit, value, ceiling, ratio, bound, holds } = figure;
  return line([
    name,
    `${digits(value)} ${unit}`,
    `${digits(ceiling.value)} ${unit}`,
    digits(ratio),
    spread(figure),
    boundText(bound, unit),
    holds ? 'yes' : 'NO',
    ceiling.is,
  ]);
};

/** The row of a measurement that failed. */
export const failedRow = (name: string, reason: string): string => line([name, 'FAILED', '', '', '', '', 'NO', reason]);
