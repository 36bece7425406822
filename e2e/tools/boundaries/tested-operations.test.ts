import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '#shared/contract/index.ts';
import { operationsNamedIn } from './find-tested.ts';

it('every operation is named by a test of the services, besides those that go over all of them', () => {
  const tests = globSync('main/services/**/*.test.ts');
  const named = new Set(tests.flatMap((path) => operationsNamedIn(path, readFileSync(path, 'utf8'))));
  expect(operations.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
});

it.each([
  ['await app.call(contract.team.changeRole, input, by);', ['changeRole']],
  ['const { team } = contract;\nawait app.call(team.changeRole, input, by);', ['changeRole']],
  ['const { changeRole } = contract.team;\nawait app.call(changeRole, input, by);', ['changeRole']],
  ["expect(row).toMatchObject({ action: 'changeRole' });", []],
  ['await app.call(contract.auth.changeRole, rows.changeRole.input(seed), by);', []],
  ['for (const { operation } of operations) await app.call(operation, input, by);', []],
])('in %j, finds what is named', (text, names) => expect(operationsNamedIn('x.test.ts', text)).toEqual(names));
