import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '#e2e/pictures/files.ts';
import { passages, screens } from '#e2e/support/screens.ts';
import { english } from '#e2e/support/texts.ts';
import { profileFields } from '#shared/contract/profile/fields.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { roles } from '#shared/rules/roles.ts';
import { shortcutsFor } from './features/shell/shortcuts.logic.ts';
import { patterns } from './paths.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/console.md'), 'utf8');

/** The rows of the table below a heading, as cells without backticks. */
const rowsBelow = (heading: string): string[][] => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [part = ''] = section.split('\n## ');
  return part
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
};

test('the page lists every route exactly once, and no others', () => {
  const described = rowsBelow('Screens').map(([address]) => address);
  expect(described.toSorted()).toEqual(Object.values(patterns).toSorted());
});

test('the page lists every shortcut with its action, and no others', () => {
  const all = new Map(
    roles.flatMap((role) => shortcutsFor(roleAlone(role), english)).map((shortcut) => [shortcut.label, shortcut]),
  );
  const wanted = [...all.values()].map(({ keys, action, label }) => {
    if (action.type === 'search') return ['Ctrl+K or ⌘K', expect.stringMatching(/^Search/)];
    if (action.type === 'help') return ['?', 'Show the shortcuts'];
    if (action.type === 'undo') return ['Ctrl+Z or ⌘Z', expect.stringMatching(/^Undo a change/)];
    return [keys.join(' then '), label.replace(english('shortcuts.go', { place: '' }), '')];
  });
  expect(rowsBelow('Keyboard').toSorted()).toEqual(wanted.toSorted());
});

test('the page lists what people say about themselves', () => {
  const [, contents = ''] = rowsBelow('Screens').find(([address]) => address === patterns.profile) ?? [];
  for (const field of profileFields) expect(contents).toContain(field.replaceAll('_', ' '));
});

test('every route has a screen that is compared with its pictures and checked by axe', () => {
  const routes = screens.flatMap(({ route }) => route ?? []);
  expect([...new Set([...routes, ...passages])].toSorted()).toEqual(Object.keys(patterns).toSorted());
});

test('every screen has its pictures: if not, run npm run pictures -- --accept', () => {
  const accepted = readdirSync(join(import.meta.dirname, '../e2e/pictures/accepted'));
  expect(screens.flatMap(({ name }) => filesOf(name)).filter((file) => !accepted.includes(file))).toEqual([]);
});
