import { expect, test } from 'vitest';
import { type Recent, readRecents, withRecent } from './recents.logic.ts';

const command = (id: string): Recent => ({ type: 'command', id });
const member = (id: string, label = id): Recent => ({ type: 'finding', kind: 'members', id, label, description: '' });

test('the latest comes first, each once, and five are kept', () => {
  const opened = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].map(command);
  const recents = opened.reduce<Recent[]>(withRecent, []);
  expect(recents.map(({ id }) => id)).toEqual(['b', 'f', 'e', 'd', 'c']);
});

test('a finding replaces its older name, but not a command with the same id', () => {
  expect(withRecent([member('x', 'Old name'), command('x')], member('x', 'New name'))).toEqual([
    member('x', 'New name'),
    command('x'),
  ]);
});

test.each([[undefined], ['nonsense'], ['{}'], ['[{"type":"finding","id":"x"}]'], ['[{"type":"command","id":1}]']])(
  'what cannot be read is forgotten: %s',
  (text) => expect(readRecents(text)).toEqual([]),
);

test('what was stored is read again', () => {
  const recents = [member('x'), command('y')];
  expect(readRecents(JSON.stringify(recents))).toEqual(recents);
});
