import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bench } from './bench.ts';
import type { Measured } from './figures.ts';
import { choose, exitCodeOf, type Measurement, type Report, type Results, runMeasures } from './run-measures.ts';

const measured = (name: string, value = 5): Measured => ({
  name,
  unit: 'ms',
  values: [value],
  ceiling: { is: 'nothing at all', values: [1] },
  bound: { of: 'value', is: 'at most', limit: 10 },
});
const works = (name: string): Measurement => ({ measure: async () => [measured(name)] });
const fails = (message: string): Measurement => ({
  measure: async () => {
    throw new Error(message);
  },
});

/** The events in order: `row …`, `save …` with the saved names, and anything that a measurement adds. */
let events: string[];
let saved: Results[];
let forgotten: number;
let report: Report;
let bench: Bench;
beforeEach(() => {
  events = [];
  saved = [];
  forgotten = 0;
  report = {
    row: (line) => events.push(`row ${line.split('|')[1]?.trim()}`),
    note: () => {},
    save: async (results) => {
      saved.push(structuredClone(results));
      events.push('save');
    },
  };
  const unused = async () => {
    throw new Error('The fake measurements never call this');
  };
  bench = { seeded: unused, bare: unused, folder: unused, minutes: 1, forget: () => (forgotten += 1) };
});

const head = ['row Figure', expect.stringMatching(/^row -+$/)];
const run = (all: Record<string, Measurement>): Promise<Results> =>
  runMeasures(choose(all, Object.keys(all)), bench, report);

describe('figures', () => {
  it('are printed and saved before the next measurement begins', async () => {
    const noted = (name: string): Measurement => ({
      measure: async () => {
        events.push(`measure ${name}`);
        return [measured(`${name} 1`), measured(`${name} 2`)];
      },
    });
    await run({ first: noted('first'), second: noted('second') });
    expect(events).toEqual([
      ...head,
      'save',
      'measure first',
      'row first 1',
      'row first 2',
      'save',
      'measure second',
      'row second 1',
      'row second 2',
      'save',
    ]);
    expect(saved.map(({ figures }) => figures.length)).toEqual([0, 2, 4]);
  });

  it('are aligned in columns, with a pipe character in a reason escaped', async () => {
    const lines: string[] = [];
    report.row = (line) => lines.push(line);
    await run({ one: works('one'), two: fails('a | b') });
    const [title = '', ...others] = lines;
    for (const line of others) expect(line.indexOf(' | ', 20)).toBe(title.indexOf(' | ', 20));
    expect(lines.at(-1)).toContain('a \\| b');
  });
});

describe('a failing measurement', () => {
  it('is reported by name and does not stop the others', async () => {
    const results = await run({ one: works('one'), two: fails('It broke\nin two places'), three: works('three') });
    expect(results.figures.map(({ name }) => name)).toEqual(['one', 'three']);
    expect(results.failed).toEqual([{ name: 'two', reason: 'It broke' }]);
    expect(events).toEqual([...head, 'save', 'row one', 'save', 'row two', 'save', 'row three', 'save']);
    expect(saved.at(-1)).toEqual(results);
    expect(exitCodeOf(results)).toBe(1);
  });

  it('reports its whole error and resets the data for the next one', async () => {
    const note = vi.fn();
    report.note = note;
    await run({ one: works('one'), two: fails('It broke\nin two places') });
    expect(note.mock.calls.flat()).toEqual([
      'measuring one',
      'measuring two',
      expect.stringMatching(/^two failed: Error: It broke\nin two places\n +at /),
    ]);
    expect(forgotten).toBe(1);
  });

  it('may throw anything, not only errors', async () => {
    const measure = () => Promise.reject('no error object');
    expect((await run({ odd: { measure } })).failed).toEqual([{ name: 'odd', reason: 'no error object' }]);
  });
});

describe('preparation', () => {
  it('runs before the first measurement, once for all that share it', async () => {
    const prepare = () => events.push('prepare');
    await run({
      one: works('one'),
      two: { ...works('two'), prepare },
      three: { ...works('three'), prepare },
    });
    expect(events).toEqual([...head, 'prepare', 'save', 'row one', 'save', 'row two', 'save', 'row three', 'save']);
  });

  it('is reported at once when it fails, for each measurement that needs it; the others run', async () => {
    const prepare = vi.fn(() => {
      throw new Error('No browser');
    });
    const measure = vi.fn(async () => [measured('never')]);
    const results = await run({ one: works('one'), two: { measure, prepare }, three: { measure, prepare } });
    expect(events).toEqual([...head, 'row two', 'row three', 'save', 'row one', 'save']);
    expect(results.failed).toEqual([
      { name: 'two', reason: 'No browser' },
      { name: 'three', reason: 'No browser' },
    ]);
    expect([prepare.mock.calls.length, measure.mock.calls.length, exitCodeOf(results)]).toEqual([1, 0, 1]);
  });
});

describe('the exit code', () => {
  it('is 0 if every bound holds, else 1', async () => {
    expect(exitCodeOf(await run({ one: works('one') }))).toBe(0);
    expect(exitCodeOf(await run({ slow: { measure: async () => [measured('slow', 11)] } }))).toBe(1);
  });
});

describe('the selection', () => {
  it('keeps its order and rejects an unknown name', () => {
    const all = { one: works('one'), two: works('two') };
    expect([...choose(all, ['two', 'one']).keys()]).toEqual(['two', 'one']);
    expect(() => choose(all, ['one', 'three'])).toThrow('Unknown measurement three: one, two');
    expect(() => choose(all, ['constructor'])).toThrow('Unknown measurement constructor');
  });
});
