/** The limit for a figure: for the value itself, or for its ratio to the ceiling of the same run. */
export interface Bound {
  of: 'value' | 'ratio';
  is: 'at least' | 'at most';
  limit: number;
}

export interface Measured {
  name: string;
  unit: string;
  value: number;
  /** What a bare program achieves on the same machine in the same run. */
  ceiling: { is: string; value: number };
  bound: Bound;
}

export interface Figure extends Measured {
  ratio: number;
  holds: boolean;
}

export const judge = (measured: Measured): Figure => {
  const { value, ceiling, bound } = measured;
  const ratio = value / ceiling.value;
  const judged = bound.of === 'value' ? value : ratio;
  return { ...measured, ratio, holds: bound.is === 'at least' ? judged >= bound.limit : judged <= bound.limit };
};

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

export const toRow = ({ name, unit, value, ceiling, ratio, bound, holds }: Figure): string =>
  line([
    name,
    `${digits(value)} ${unit}`,
    `${digits(ceiling.value)} ${unit}`,
    digits(ratio),
    boundText(bound, unit),
    holds ? 'yes' : 'NO',
    ceiling.is,
  ]);

/** The row of a measurement that failed. */
export const failedRow = (name: string, reason: string): string => line([name, 'FAILED', '', '', '', 'NO', reason]);
