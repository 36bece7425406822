import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const files = globSync(['*.*', 'LICENSE', '{.github,deploy,docs,e2e,main,preload,renderer,resources,shared}/**/*.*'], {
  cwd: root,
}).map((path) => path.replaceAll('\\', '/'));
const foldersOf = (path: string): string[] => {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};
/** Every file and folder of the repository. */
const places = new Set([...files, ...files.flatMap(foldersOf)]);
/** The ends of their paths: docs leave out the folders that their readers are in. */
const ends = new Set([...places].flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))));

/** What docs name that isn't in the repository, and where it is. */
const elsewhere: Readonly<Record<string, string>> = {
  'about.json': 'in an archive of diagnostics',
  'audit-heads.json': 'in the data folder',
  'desktop/Partitions': 'in the data folder',
  'desktop/servers': 'in the data folder',
  'desktop/backups.json': 'in the data folder',
  'desktop/settings.json': 'in the data folder',
  'keys.json': 'in the data folder',
  'keys.sealed.json': 'in a backup',
  'manifest.json': 'in a backup',
  'manifest.signature.json': 'in a backup',
  'prometheus.yml': "an operator's own",
  'sandbox.json': 'in the data folder',
  'service.json': 'in the data folder',
  'backups.json': 'in the data folder',
  'settings.json': 'in the data folder',
  'test-results': 'written by tests',
};

const linked = /\]\((?!\w+:)([^)#\s]+)/g;
const quoted = /`([\w@*.-][\w@*./-]*)`/g;
/** Whether a text in backticks is a path. */
const isPath = (text: string): boolean =>
  /\.(?:[cm]?[jt]s|[jt]sx|json|md|yml|css|html|svg)$|\/$/.test(text) ||
  /^(?:\.\.|deploy|docs|e2e|main|preload|renderer|shared)\//.test(text);

/** Placeholders, such as `*` and `NNNN`, stand for anything within a name. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replaceAll('NNNN-short-title', '\\d{4}-[^/]*')}$`,
  );

const isAmong = (path: string, known: ReadonlySet<string>): boolean => {
  if (!/\*|NNNN/.test(path)) return known.has(path);
  const pattern = patternOf(path);
  return [...known].some((each) => pattern.test(each));
};

const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, path = '']) => path);
const pathsIn = (text: string): string[] =>
  matchesOf(text, quoted)
    .filter(isPath)
    .map((path) => path.replace(/\/$/, ''));

/** The links of a document that lead nowhere, and the paths in it that don't exist. */
const brokenIn = (file: string, text: string): string[] => {
  const isHere = (path: string): boolean => isAmong(posix.join(posix.dirname(file), path).replace(/\/$/, ''), places);
  let isTable = false;
  return text.split('\n').flatMap((line, at) => {
    isTable = /^\| File /.test(line) || (isTable && line.startsWith('|'));
    const broken = [
      ...matchesOf(line, linked).filter((path) => !isHere(path)),
      ...pathsIn(line).filter((path) => !isAmong(path, ends) && !isHere(path)),
      // A table of files is one of this folder's own.
      ...(isTable ? pathsIn(line.split('|')[1] ?? '').filter((path) => !isHere(path) && !places.has(path)) : []),
    ];
    return [...new Set(broken)]
      .filter((path) => !Object.hasOwn(elsewhere, path))
      .map((path) => `${file}:${at + 1}: ${path}`);
  });
};

// What the changelog tells was so at the time.
const documents = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');

it('every link and every path in a document exists', () => {
  expect(documents.length).toBeGreaterThan(150);
  expect(documents.flatMap((path) => brokenIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

it('what is said to be elsewhere is named, and nowhere in the repository', () => {
  const all = documents.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  const unneeded = Object.keys(elsewhere).filter((path) => ends.has(path) || !all.includes(`\`${path}`));
  expect(unneeded).toEqual([]);
});

it.each([
  ['main/storage/README.md', '[0062](../../docs/decisions/0062-nowhere.md)'],
  ['docs/testing.md', 'See `renderer/components/nowhere.ts`.'],
  ['docs/testing.md', 'See `nowhere.test.ts`.'],
  ['docs/testing.md', 'See `main/nowhere/`.'],
  ['docs/testing.md', 'See `e2e/tools/nowhere-*.ts`.'],
  ['shared/contract/README.md', 'See `../nowhere.ts`.'],
  ['main/provider/README.md', '| File | What it does |\n|---|---|\n| `network.ts`, `addresses.ts` | Connects |'],
])('finds in %s: %s', (file, text) => expect(brokenIn(file, text)).toHaveLength(1));

it.each([
  ['main/storage/database/README.md', '[decision 0160](../../../docs/decisions/0160-one-database-port.md#decision)'],
  [
    'docs/testing.md',
    '[a site](https://castellan.example/a.md), `keys.json`, `boundaries.test.ts` and `/api/v1/openapi.json`',
  ],
  ['docs/testing.md', '`main/storage/`, `e2e/tools/boundaries/main-*.ts`'],
])('accepts in %s: %s', (file, text) => expect(brokenIn(file, text)).toEqual([]));
