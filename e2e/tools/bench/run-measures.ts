import type { Bench, Measure } from './bench.ts';
import { type Figure, failedRow, judge, tableHead, toRow } from './figures.ts';

export interface Measurement {
  measure: Measure;
  /** Finds or installs what the measurement needs. Runs before anything is measured, once even if several share it. */
  prepare?: () => unknown;
}

export interface Results {
  figures: Figure[];
  failed: { name: string; reason: string }[];
}

export interface Report {
  /** Receives a line of the table. */
  row(line: string): void;
  /** Receives progress and errors in full. */
  note(line: string): void;
  /** Called at the start and after each measurement, so that an interrupted run keeps its figures. */
  save(results: Results): Promise<void>;
}

/**
 * Picks measurements by name, in the given order.
 * @throws Error for an unknown name, before anything runs.
 */
export const choose = (all: Record<string, Measurement>, names: readonly string[]): Map<string, Measurement> =>
  new Map(
    names.map((name) => {
      const found = Object.hasOwn(all, name) ? all[name] : undefined;
      if (!found) throw new Error(`Unknown measurement ${name}: ${Object.keys(all).join(', ')}`);
      return [name, found];
    }),
  );

/** Runs measurements one after the other. If one fails, reports it by name and runs the others. */
export const runMeasures = async (
  chosen: ReadonlyMap<string, Measurement>,
  bench: Bench,
  { row, note, save }: Report,
): Promise<Results> => {
  const results: Results = { figures: [], failed: [] };
  const fail = (name: string, thrown: unknown): void => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const reason = error.message.split('\n')[0] ?? '';
    results.failed.push({ name, reason });
    row(failedRow(name, reason));
    note(`${name} failed: ${error.stack ?? error.message}`);
  };

  for (const line of tableHead) row(line);
  const preparations = new Map<() => unknown, Promise<unknown>>();
  const ready: [string, Measure][] = [];
  for (const [name, { measure, prepare }] of chosen) {
    try {
      if (prepare) {
        if (!preparations.has(prepare)) preparations.set(prepare, Promise.resolve().then(prepare));
        await preparations.get(prepare);
      }
      ready.push([name, measure]);
    } catch (error) {
      fail(name, error);
    }
  }
  await save(results);

  for (const [name, measure] of ready) {
    note(`measuring ${name}`);
    try {
      const figures = (await measure(bench)).map(judge);
      results.figures.push(...figures);
      for (const figure of figures) row(toRow(figure));
    } catch (error) {
      fail(name, error);
      // The measurement may have left its data half changed, such as spent refresh tokens.
      bench.forget();
    }
    await save(results);
  }
  return results;
};

/** 0 if every measurement finished and every bound holds, else 1. */
export const exitCodeOf = ({ figures, failed }: Results): number =>
  failed.length === 0 && figures.every(({ holds }) => holds) ? 0 : 1;
