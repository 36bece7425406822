/** What an audit finds. `fails` ends it with code 1; `unchecked` only does if everything has to be checked (`--strict`). */
export interface Finding {
  weight: 'fails' | 'note' | 'unchecked';
  line: string;
}

export const fails = (line: string): Finding => ({ weight: 'fails', line });
export const note = (line: string): Finding => ({ weight: 'note', line });
export const unchecked = (line: string): Finding => ({ weight: 'unchecked', line });

const marks = { fails: 'FAILS', note: 'note', unchecked: 'not checked' } as const;

export interface AuditReport {
  lines: string[];
  exitCode: 0 | 1;
}

/** One line for each finding, the worst first, or one line in all. */
export const reportOn = (findings: readonly Finding[], isStrict: boolean): AuditReport => {
  const order = Object.keys(marks);
  const sorted = findings.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight));
  const isBad = findings.some(({ weight }) => weight === 'fails' || (isStrict && weight === 'unchecked'));
  return {
    lines:
      sorted.length === 0
        ? ['audit: nothing found']
        : sorted.map((found) => `audit: ${marks[found.weight]}: ${found.line}`),
    exitCode: isBad ? 1 : 0,
  };
};
