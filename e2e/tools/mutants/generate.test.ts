import { describe, expect, it } from 'vitest';
import { generateMutants } from './generate.ts';
import { applyMutant, describeMutant, lineOf } from './mutant.ts';
import { addProbes } from './probes.ts';
import { sample } from './sample.ts';

const changesOf = (text: string): string[] =>
  generateMutants('x.tsx', text).map((mutant) => `${mutant.operator}: ${applyMutant(text, mutant)}`);

describe('mutants', () => {
  it.each([
    ['if (a < b) f();', 'negate-condition: if (!(a < b)) f();'],
    ['if (a < b) f();', 'condition-false: if (false) f();'],
    ['if (a < b) f();', 'swap-operator: if ((a <= b)) f();'],
    ['if (a < b) f();', 'drop-statement: if (a < b) ;'],
    ['x = a && b;', 'drop-left-operand: x = (b);'],
    ['x = a && b;', 'swap-operator: x = (a || b);'],
    ['x = a ?? b;', 'drop-default: x = (a);'],
    ['export const limit = 500;', 'number-plus-one: export const limit = 501;'],
    ['x = db.where(a).where(b);', 'drop-where: x = db.where(a);'],
    ['x = db.where(a).where(b);', 'drop-where: x = db.where(b);'],
    ['await save(row);', 'drop-awaited-statement: ;'],
    ['throw new AppError(code);', 'drop-throw: ;'],
    ['const f = () => { g(); };', 'return-early: const f = () => { return; g(); };'],
    ["set('owner', 'admin');", "swap-constant: set('admin', 'admin');"],
    ['x = Math.abs(a);', 'drop-abs: x = a;'],
    ['x = list.some(f);', 'swap-method: x = list.every(f);'],
    ['x = !a;', 'drop-not: x = (a);'],
    ['x = true;', 'flip-boolean: x = false;'],
    ['await save(row);', 'drop-await: save(row);'],
    ['const f = async () => { return await g(); };', 'drop-await: const f = async () => { return g(); };'],
    ['void refresh();', 'drop-statement: ;'],
    ['x = list.filter(f).map(g);', 'drop-filter: x = list.map(g);'],
    ['x = z.int().default(5);', 'drop-default: x = z.int();'],
    ['x = f().catch(g);', 'drop-catch: x = f();'],
    ['x = [a, b];', 'drop-element: x = [ b];'],
    ['x = [a, b];', 'drop-element: x = [a, ];'],
    ['f({ a, ...(b && { b }) });', 'drop-spread: f({ a,  });'],
    ['f({ onSuccess: () => g() });', 'drop-handler: f({ onSuccess: () => undefined });'],
    ['x = <Button onClick={f} />;', 'drop-handler: x = <Button  />;'],
    ['x = <Button disabled={!a} />;', 'drop-disabled: x = <Button  />;'],
  ])('of %s include %s', (text, change) => {
    expect(changesOf(text)).toContain(change);
  });

  it.each([
    ['types', "type Status = 'open' | 'ended'; interface Page { limit: 5 }"],
    ['imports', "import { a } from './a.ts'; export { b } from 'b';"],
    ['log lines', "log.info({ id: 5 }, 'a text');"],
    ['looks', 'const x = <Text size="sm" fw={500} fullWidth />;'],
    ['names of columns', "const x = db.selectFrom('users').select(['id', 'name']);"],
  ])('leave %s alone', (_, text) => {
    expect(changesOf(text)).toEqual([]);
  });

  it('tell where they are and what they change', () => {
    const text = '\nx = db\n  .where(a);';
    expect(
      generateMutants('x.ts', text).map((mutant) => [lineOf(text, mutant.start), describeMutant(text, mutant)]),
    ).toEqual([
      [2, 'drop x = db .where(a);'],
      [3, 'drop .where(a)'],
    ]);
  });
});

it('samples each group alike, and the same for the same seed', () => {
  const groups = [Array.from({ length: 100 }, (_, index) => index), [1_000, 1_001], [2_000]];
  const taken = sample(groups, 10, 1);
  expect(taken.filter((item) => item < 1_000)).toHaveLength(7);
  expect(new Set(taken).size).toBe(10);
  expect(sample(groups, 10, 1)).toEqual(taken);
  expect(sample(groups, 10, 2)).not.toEqual(taken);
  expect(sample(groups, 1_000, 1)).toHaveLength(103);
  expect(sample(groups, 10, 1, (item) => item % 2 === 0).every((item) => item % 2 === 0)).toBe(true);
});

it('puts a probe into every function without changing what it does', () => {
  const text = 'const f = (n) => g(() => n + 1); const g = (call) => { return [call()]; }; return [f, g];';
  const called: string[] = [];
  const build = new Function('globalThis', addProbes('x.ts', `(function () { ${text} })`).replace(/^/, 'return '));
  const [f] = build({ castellanProbe: (id: string) => called.push(id) })() as [(n: number) => number[]];
  expect(f(1)).toEqual([2]);
  expect(called).toEqual(['x.ts#0', 'x.ts#1', 'x.ts#3', 'x.ts#2']);
});
