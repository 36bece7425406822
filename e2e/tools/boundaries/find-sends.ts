import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '#shared/contract/index.ts';
import { isQuery } from '#shared/contract/operation.ts';
import { edgesOf, readSources } from './module-graph.ts';

const root = join(import.meta.dirname, '../../..');
const features = 'renderer/features/';

/** The operations that change something, such as `team.inviteMembers`. */
export const changes: readonly string[] = operations
  .filter(({ operation }) => !isQuery(operation))
  .map(({ feature, name }) => `${feature}.${name}`);

const texts = (pattern: string): [path: string, text: string][] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);

/** `features/team/invite-dialog.tsx` is called `team/invite-dialog`. */
const nameOf = (path: string): string => path.slice(features.length).replace(/\.tsx?$/, '');

/** The operations that a file calls to change something, of a client or through React Query. */
export const sendsOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/(\w+)(?:\(\))?\.(\w+)\.(\w+)\b/g)]
      .filter(([, of]) => of !== 'contract')
      .map(([, , feature, name]) => `${feature}.${name}`)
      .filter((name) => changes.includes(name)),
  ),
];

/**
 * Each place of a screen that sends a change, as `team/invite-dialog: team.inviteMembers`. What a hook for forms sends counts
 * for each file that uses it.
 */
export const findSends = (): string[] => {
  const edges = edgesOf(readSources());
  const usersOf = (path: string): string[] =>
    /\/use-\w+-form\.ts$/.test(path)
      ? [...new Set(edges.filter(({ from, to }) => to === path && !from.includes('.test.')).map(({ from }) => from))]
      : [path];
  return texts(`${features}**/*.{ts,tsx}`)
    .filter(([path]) => !path.endsWith('.test.ts'))
    .flatMap(([path, text]) => sendsOf(text).flatMap((sent) => usersOf(path).map((user) => `${nameOf(user)}: ${sent}`)))
    .sort();
};

/** The same, as the tests of screens declare what they cover. */
export const findTested = (): string[] => [
  ...new Set(
    texts('renderer/**/*.screen.test.ts').flatMap(([, text]) =>
      [...text.matchAll(/screenTest\(\s*'([^']+)',\s*\[([^\]]*)\]/g)].flatMap(([, file, list = '']) =>
        [...list.matchAll(/'([^']+)'/g)].map(([, sent]) => `${file}: ${sent}`),
      ),
    ),
  ),
];
