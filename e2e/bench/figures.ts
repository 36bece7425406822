/** What a figure must be: the value itself, or its ratio to the ceiling of the same run. */
export interface Bound {
  of: 'value' | 'ratio';
  is: 'at least' | 'at most';
  limit: number;
}

export interface Measured {
  name: string;
  unit: string;
  value: number;
  /** What a bare program reaches on the same machine in the same run. */
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

const header = ['Figure', 'Measured', 'Ceiling', 'Ratio', 'Bound', 'Holds', 'What the ceiling is'];

/** The figures as a Markdown table, readable in a terminal and in a page alike. */
export const toTable = (figures: readonly Figure[]): string => {
  const rows = figures.map(({ name, unit, value, ceiling, ratio, bound, holds }) => [
    name,
    `${digits(value)} ${unit}`,
    `${digits(ceiling.value)} ${unit}`,
    digits(ratio),
    boundText(bound, unit),
    holds ? 'yes' : 'NO',
    ceiling.is,
  ]);
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
};
