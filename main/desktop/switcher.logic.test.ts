import { expect, it } from 'vitest';
import { createSwitcherList, switcherPlaces } from './switcher.logic.ts';
import { textsIn } from './texts.ts';

const places = [
  { id: null, name: 'This Computer' },
  { id: 'a', name: 'Production', at: 'castellan.example.org' },
  { id: 'b', name: 'Zürich', at: 'castellan.example.ch:8443' },
];
const idsOf = (list: ReturnType<typeof createSwitcherList>) => list.state().places.map(({ id }) => id);

it.each([
  ['', [null, 'a', 'b']],
  ['prod', ['a']],
  ['PROD', ['a']],
  ['zurich', ['b']],
  ['zürich', ['b']],
  ['castellan', ['a', 'b']],
  ['8443', ['b']],
  ['  example.org  prod ', ['a']],
  ['prod zurich', []],
  ['.*', []],
])('"%s" finds what has all of its words in its name or address', (text, expected) => {
  const list = createSwitcherList(places, null);
  list.filter(text);
  expect(idsOf(list)).toEqual(expected);
  expect(list.selected()?.id).toBe(expected[0]);
});

it('begins with the place after the shown one, and goes on at the other end', () => {
  const list = createSwitcherList(places, 'a');
  expect(list.selected()?.id).toBe('b');
  list.move(1);
  expect(list.selected()?.id).toBe(null);
  list.move(-1);
  expect(list.selected()?.id).toBe('b');
  expect(createSwitcherList(places, 'b').selected()?.id).toBe(null);
});

it('a filter selects its first place, and moving through nothing does nothing', () => {
  const list = createSwitcherList(places, 'a');
  list.filter('castellan');
  expect(list.state().selected).toBe(0);
  list.filter('nothing');
  list.move(1);
  expect(list.selected()).toBeUndefined();
  list.filter('');
  expect(list.selected()?.id).toBe(null);
});

it.each([
  ['en', '2 new'],
  ['de', '2 neu'],
] as const)('a place says how many of its notifications no one has seen (%s)', (language, unseen) => {
  const remote = { id: 'a', name: 'Production', address: 'https://example.org/', color: 0, isPreset: false };
  const texts = textsIn(language);
  for (const seen of [undefined, 'a']) {
    const all = switcherPlaces({ all: [remote], unseenOf: (of) => (of === seen ? 0 : 2) }, texts);
    expect(all.map((place) => place.unseen)).toEqual([undefined, 'a'].map((of) => (of === seen ? undefined : unseen)));
  }
});

it('servers of one host differ by their paths', () => {
  const remotes = [
    ['https://example.org/', 'example.org'],
    ['https://example.org/', 'Production'],
    ['https://example.org/staging/', 'Staging'],
    ['https://example.org/a/b/', 'example.org/a/b'],
  ].map(([address = '', name = ''], index) => ({ id: `${index}`, name, address, color: 0, isPreset: false }));
  const all = switcherPlaces({ all: remotes, unseenOf: () => 0 }, textsIn('en'));
  expect(all.slice(1).map(({ at }) => at)).toEqual([undefined, 'example.org', 'example.org/staging', undefined]);
  expect(all.map(({ letter }) => letter)).toEqual([undefined, 'E', 'P', 'S', 'E']);
  const list = createSwitcherList(all, null);
  list.filter('staging');
  expect(idsOf(list)).toEqual(['2']);
});
