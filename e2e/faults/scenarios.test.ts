import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios } from './scenarios/index.ts';
import { type Program, startProgram } from './scenarios/program.ts';
import { judgeScenario } from './scenarios/scenario.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

/** One of each kind. `npm run faults` plays all. */
const chosen = [
  'order: connection refused',
  'order: connection cut before the write',
  'order: connection cut after the write',
  'apply: 500 after the write',
  'confirm: a page after the write',
  'make managed: half an answer after the write',
  'F1 order paid by credit and hidden, its answer lost',
  'F2 the migration fails: the server runs at its old size',
  'F3 answer lost, then “No orders can be processed during maintenance.”',
  'F7 the order is replaced by one for another plan',
  'F4 clock set ahead by a day in RESIZED: the default is not sent early',
  'F13 an empty list, once: no server is lost',
  'money: an order of the client area, and a budget that no one can check',
  'account: a provider that asks for a pause gets nothing meanwhile',
];

describe('what goes wrong at a provider', () => {
  it('has a name for each scenario', () => {
    const names = scenarios.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(chosen)('leaves one order, a true sentence, the right cost and a way on: %s', async (name) => {
    const scenario = scenarios.find((candidate) => candidate.name === name);
    if (!scenario) throw new Error(`There is no scenario ${name}`);
    expect((await judgeScenario(program, scenario)).broken).toEqual([]);
  });
});
