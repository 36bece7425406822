import { accountEndpoints } from './account-endpoints.ts';
import { bearerStatement, statementsOf } from './endpoint.ts';
import { hostingPrices } from './hosting-prices.ts';
import { hostingUpgrades } from './hosting-upgrades.ts';
import { createInstallation, type Installation } from './installation.ts';
import { lifetimes } from './lifetimes.ts';
import { documented } from './openapi.ts';
import { rules } from './rules.ts';
import type { Statement } from './statement.ts';
import { states } from './states.ts';
import { teamEndpoints } from './team-endpoints.ts';
import { Failed, NotTried } from './verdict.ts';

/** How many statements got each verdict, and the lines of the failed ones. */
export interface Summary {
  ok: number;
  failed: readonly string[];
  notTried: number;
}

/** Rows of seed 000 §4 that the table marks Bearer. */
const bearerRows = new Set([3, 8, 9, 10, 12, 13, 19]);

/** Everything that is checked, in order: what moves the clock comes last. */
const statements = (): Statement[] => {
  const endpoints = [...accountEndpoints(), ...teamEndpoints()];
  return [
    ...endpoints.flatMap(statementsOf),
    ...endpoints.filter(({ row }) => bearerRows.has(Number.parseInt(row, 10))).map(bearerStatement),
    ...states,
    ...rules,
    ...hostingPrices,
    ...hostingUpgrades,
    ...lifetimes,
    documented,
  ];
};

interface Outcome {
  verdict: 'ok' | 'failed' | 'not tried';
  seen?: string;
}

const judge = async ({ check }: Statement, installation: Installation): Promise<Outcome> => {
  try {
    await check(installation);
    return { verdict: 'ok' };
  } catch (error) {
    if (error instanceof NotTried) return { verdict: 'not tried', seen: error.message };
    if (error instanceof Failed) return { verdict: 'failed', seen: error.message };
    // A connection that breaks, or an answer of another shape: the statement doesn't hold either.
    return { verdict: 'failed', seen: String(error) };
  }
};

/** Checks all statements one after the other. Prints a line for each, and a summary. */
export const conform = async (url: string, print: (line: string) => void): Promise<Summary> => {
  const installation = createInstallation(url);
  const failed: string[] = [];
  const summary = { ok: 0, failed: 0, 'not tried': 0 };
  for (const statement of statements()) {
    const { verdict, seen } = await judge(statement, installation);
    summary[verdict] += 1;
    if (verdict === 'failed') failed.push(`${statement.section}: ${statement.text} (${seen})`);
    const reason = seen === undefined ? '' : ` (${seen})`;
    print(`${verdict.padEnd(10)}${statement.section.padEnd(30)}${statement.text}${reason}`);
  }
  print(`\n${summary.ok} ok, ${summary.failed} failed, ${summary['not tried']} not tried`);
  return { ok: summary.ok, failed, notTried: summary['not tried'] };
};
