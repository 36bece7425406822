import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What stands in a folder itself, and why it isn't in one of its folders. Folders are listed at the top level alone. */
const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.': {
    main: 'the service, its commands and the desktop app',
    preload: 'what pages of the desktop app may call',
    renderer: 'the console',
    shared: 'the contract of both sides',
    e2e: 'tests of several layers, and tools',
    docs: 'for operators and for who decides',
    deploy: 'examples for operators, copied on their own',
    resources: 'electron-builder looks for icons here',
    'README.md': 'the first page',
    'CHANGELOG.md': 'linked from releases',
    'CONTRIBUTING.md': 'where Git hosts look for it',
    LICENSE: 'likewise',
    'SECURITY.md': 'likewise',
    'package.json': 'npm reads it',
    'package-lock.json': 'npm writes it',
    '.npmrc': 'npm reads it',
    '.nvmrc': 'version managers read it',
    '.gitignore': 'Git reads it',
    '.ci': 'what runs for each commit',
    'biome.json': 'Biome and editors look for it',
    'electron-builder.yml': 'electron-builder looks for it',
    'electron.vite.config.ts': 'electron-vite looks for it',
    'playwright.config.ts': 'Playwright looks for it',
    'tsconfig.json': 'TypeScript and editors look for it',
    'tsconfig.base.json': 'what the programs of tsconfig.json have in common',
    'vitest.config.ts': 'vitest looks for it',
    'vitest.postgres.config.ts': 'the same on a database server',
  },
  main: {
    'README.md': 'what is where',
    'cli.ts': 'the program of the command line',
    'index.ts': 'the program of the desktop app',
    'tsconfig.json': 'TypeScript and editors look for it',
  },
  preload: {
    'README.md': 'what is where',
    'index.ts': 'the preload script of the console',
    'remote.ts': 'the preload script of other servers',
    'listeners.ts': 'what both have in common',
    'sign-in.ts': 'the preload script of the dialog that asks for a user name and password',
    'switcher.ts': 'the preload script of the list of servers that people filter by typing',
    'strip.ts': 'the preload script of the strip above them',
    'tsconfig.json': 'the one program of these scripts, with the DOM',
  },
  renderer: {
    'README.md': 'what is where',
    'index.html': 'the page, where Vite looks for it',
    'main.tsx': 'the program',
    'console.tsx': 'its parts, connected, for the program and for tests of screens',
    'app.tsx': 'what surrounds all routes',
    'routes.tsx': 'puts features together, and so stands above them',
    'console-tasks.ts': 'what can be done with what the search finds: features don’t know each other',
    'console-tasks.test.ts': 'its test',
    'shell-route.tsx': 'likewise, around all pages behind sign-in',
    'public-routes.ts': 'likewise, before sign-in',
    'application-routes.ts': 'likewise, for people whom an application sends here',
    'manage-application-routes.ts': 'likewise, for whoever manages applications',
    'required-routes.ts': 'likewise, while something is required first',
    'home.ts': 'puts together what follows sign-in, as one part',
    'root-route.ts': 'what both kinds of routes have in common',
    'paths.ts': 'URLs, which features and components link to',
    'search-params.ts': 'likewise',
    'theme.ts': 'the colors of all components',
    'zod-config.ts': 'runs before any schema is loaded',
    'console-page.test.ts': 'compares docs with all routes',
    'unknown-answers.screen.test.ts': 'opens all screens',
    'nested-dialogs.screen.test.ts': 'likewise, dialogs above each other',
    'reopened-dialogs.screen.test.ts': 'likewise, dialogs that keep what is typed',
    'past.screen.test.ts': 'likewise, what is no longer so',
    'empty-lists.screen.test.ts': 'likewise, lists without rows',
    'list-controls.screen.test.ts': 'likewise, pages and filters of all lists',
    'bulk-dialogs.screen.test.ts': 'likewise, dialogs that do something to several',
    'month.screen.test.ts': 'likewise, the tasks of docs/console.md',
    'shared-browser.screen.test.ts': 'likewise, all lists with saved views',
    'stale-forms.screen.test.ts': 'likewise, all forms',
    'link-reach.screen.test.ts': 'likewise, all places that hand out a link',
    'tsconfig.json': 'TypeScript and editors look for it',
  },
  shared: { 'README.md': 'what is where', 'tsconfig.json': 'TypeScript and editors look for it' },
  e2e: { 'README.md': 'what is where', 'tsconfig.json': 'TypeScript and editors look for it' },
};

const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [line.replace(/\/$/, '')]));

const namesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => folder === '.' || !entry.isDirectory())
    .map(({ name }) => name);

/** The names that no list has. A test beside a listed file needs no place of its own. */
const looseIn = (folder: string, names: readonly string[]): string[] => {
  const known = Object.keys(places[folder] ?? {});
  const stems = known.map((name) => name.replace(/\.tsx?$/, ''));
  return names.filter(
    (name) =>
      !known.includes(name) &&
      name !== '.git' &&
      !ignored.some((pattern) => matchesGlob(name, pattern)) &&
      !(folder !== '.' && /\.test\.tsx?$/.test(name) && stems.includes(name.split('.')[0] ?? '')),
  );
};

describe.each(Object.keys(places))('in %s', (folder) => {
  it('stands nothing loose, and everything that has a place is there', () => {
    expect(looseIn(folder, namesIn(folder))).toEqual([]);
    expect(Object.keys(places[folder] ?? {}).filter((name) => !namesIn(folder).includes(name))).toEqual([]);
  });

  it.each(['tools', 'helpers.ts', 'notes.md', 'helpers.test.ts', 'styles.css', '.editorconfig'])(
    'a new %s would be found',
    (name) => {
      expect(looseIn(folder, [name])).toEqual([name]);
    },
  );
});

/** Spelled so that this file isn't one that has them. */
const words = ['TO-DO', 'FIX-ME', 'X-XX', 'HA-CK'].map((word) => word.replace('-', ''));
const unfinished = new RegExp(`\\b(?:${words.join('|')})\\b`);

const unfinishedIn = (text: string): string[] => text.split('\n').filter((line) => unfinished.test(line));

describe('unfinished work', () => {
  it('is nowhere', () => {
    const files = globSync(['*', '.ci/*', '{deploy,docs,e2e,main,preload,renderer,shared}/**/*.*'], {
      cwd: root,
      exclude: ['**/*.{png,webp,gz}', 'package-lock.json'],
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(2_000);
    const found = files.flatMap(({ parentPath, name }) =>
      unfinishedIn(readFileSync(join(parentPath, name), 'utf8')).map((line) => `${name}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each(words)('is found by its word: %s', (word) => {
    for (const text of [`// ${word}: later`, `/* ${word} */`, `<!-- ${word}(ada) -->`, `# ${word}`]) {
      expect(unfinishedIn(`first\n${text}\nlast`)).toEqual([text]);
    }
  });
});
