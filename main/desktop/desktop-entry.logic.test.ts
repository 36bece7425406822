import { expect, it } from 'vitest';
import { commandOf, desktopEntry } from './desktop-entry.logic.ts';

/** Reads a value as the Desktop Entry Specification says: escapes first, then, in `Exec`, quotes and field codes. */
const valueIn = (entry: string, key: string): string => {
  const value =
    entry
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? '';
  const meant: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  return value.trim().replaceAll(/\\(.)/g, (_all, letter: string) => {
    const character = meant[letter];
    if (character === undefined) throw new Error(`\\${letter} is no escape of a value`);
    return character;
  });
};
const wordsIn = (command: string): string[] =>
  [...command.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/gs)].map(([, quoted, plain]) =>
    (quoted?.replaceAll(/\\(["`$\\])/g, '$1') ?? plain ?? '').replaceAll('%%', '%'),
  );

const paths = [
  '/opt/Castellan-1.2.3.AppImage',
  '/home/me/My Apps/Castellan (1).AppImage',
  '/home/me/"quoted"/it\'s.AppImage',
  '/home/me/100%/%u.AppImage',
  '/home/me/$HOME/$(reboot)/`reboot`.AppImage',
  '/home/me/back\\slash\\\\twice\\n.AppImage',
  '/home/me/~;&|<>*?#.AppImage',
  '/home/me/Bücher/城.AppImage',
  '/home/me/two\nlines\tand tab.AppImage',
  ' /begins and ends with a space ',
  '/',
];

it.each(paths)('a desktop reads %j back', (path) => {
  const entry = desktopEntry({ TryExec: path, Exec: `${commandOf([path, '--name=a b'])} %u` });
  expect(entry.match(/\n/g)).toHaveLength(3);
  expect(valueIn(entry, 'TryExec')).toBe(path);
  const env = path.includes('%') ? ['env'] : [];
  expect(wordsIn(valueIn(entry, 'Exec'))).toEqual([...env, path, '--name=a b', '%u']);
});

it('leaves plain words without quotes, which some scripts do not know', () => {
  expect(commandOf(['/opt/Castellan-1.2.3_x86-64.AppImage', '--data-dir=/srv/a'])).toBe(
    '/opt/Castellan-1.2.3_x86-64.AppImage --data-dir=/srv/a',
  );
  expect(commandOf([''])).toBe('""');
});

it('writes a dollar sign as the specification says', () => {
  expect(desktopEntry({ Exec: commandOf(['/a$b\\c']) })).toBe('[Desktop Entry]\nExec="/a\\\\$b\\\\\\\\c"\n');
});
