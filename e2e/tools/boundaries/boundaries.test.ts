import { describe, expect, it } from 'vitest';
import { findUnusedExports } from './find-unused.ts';
import { findEmptyRows, findViolations } from './find-violations.ts';
import { edgesOf, findCircles, findFolderCircles, findMissing, readSources, type Sources } from './module-graph.ts';
import { readSource } from './read-source.ts';

const sources = readSources();
const edges = edgesOf(sources);

describe('imports', () => {
  it('follow the table of layers', () => {
    expect(findViolations(edges)).toEqual([]);
  });

  it('have a table without rows that cover no file', () => {
    expect(findEmptyRows([...sources.keys()])).toEqual([]);
  });

  it('lead to files that exist', () => {
    expect(findMissing(sources, edges)).toEqual([]);
  });

  it('form no circle, imports of types included', () => {
    expect(findCircles(edges)).toEqual([]);
  });

  it('form no circle of folders', () => {
    expect(findFolderCircles(edges)).toEqual([]);
  });
});

it('exports no value that nothing imports', () => {
  expect(findUnusedExports(sources, edges)).toEqual([]);
});

describe('this test', () => {
  /** Files that don't exist. */
  const planted = (files: Record<string, string>): Sources =>
    new Map(Object.entries(files).map(([path, text]) => [path, readSource(path, text)]));

  it.each([
    ['services of one feature in another', 'main/services/hosting/runs/x.ts', "import '../../team/get-member.ts';"],
    ['services of one feature in identity', 'main/services/identity/x.ts', "import '../team/get-member.ts';"],
    ['identity in the audit log', 'main/services/recording/x.ts', "import '../identity/lockout.ts';"],
    ['a feature of the console in another', 'renderer/features/profile/x.ts', "import '../security/code-input.tsx';"],
    ['a feature in components', 'renderer/components/x.ts', "import '../features/security/code-input.tsx';"],
    ['services in platform', 'main/platform/x.ts', "import { handlers } from '../services/index.ts';"],
    ['transport in security', 'main/security/x.ts', "export { invoke } from '../transport/invoke.ts';"],
    ['transport in services', 'main/services/team/x.ts', "await import('../../transport/invoke.ts');"],
    [
      'store in transport',
      'main/transport/http/x.ts',
      "import { findUser } from '../../storage/store/identity/users.ts';",
    ],
    [
      'the database in transport',
      'main/transport/x.ts',
      "import type { Queries } from '#main/storage/database/schema.ts';",
    ],
    [
      'code of the database in services',
      'main/services/team/x.ts',
      "import { open } from '../../storage/database/engines/sqlite/open.ts';",
    ],
    [
      'the tables in services',
      'main/services/team/x.ts',
      "import { tablesOf } from '../../storage/database/tables.ts';",
    ],
    ['the tables in jobs', 'main/jobs/x.ts', "import type { tablesOf } from '#main/storage/database/tables.ts';"],
    ['the tables in transport', 'main/transport/x.ts', "type T = typeof import('../storage/database/tables.ts');"],
    ['the tables in mail', 'main/mail/x.ts', "export { tablesOf } from '../storage/database/tables.ts';"],
    ['the tables in security', 'main/security/x.ts', "import * as all from '../storage/database/tables.ts';"],
    ['the tables in commands', 'main/cli/x.ts', "import { tablesOf } from '../storage/database/tables.ts';"],
    [
      'the tables in backups',
      'main/backup/x.ts',
      "const { tablesOf } = await import('../storage/database/tables.ts');",
    ],
    [
      'the tables in operator commands',
      'main/service-commands/x.ts',
      "import { tablesOf } from '../storage/database/tables.ts';",
    ],
    ['the renderer in main', 'main/desktop/x.ts', "import { paths } from '../../renderer/paths.ts';"],
    ['main in the renderer', 'renderer/api/x.ts', "import type { AppContext } from '#main/services/context.ts';"],
    ['main in shared', 'shared/x.ts', "type Config = import('../main/config/config.ts').Config;"],
    ['e2e in the program', 'main/provider/x.ts', "import { provider } from '#e2e/support/provider.ts';"],
    ['a test in the program', 'main/storage/store/x.ts', "import '../database/mutex.test.ts';"],
    ['code of shared in preload', 'preload/x.ts', "import { roles } from '#shared/rules/roles.ts';"],
    ['kysely in services', 'main/services/team/x.ts', "import { sql } from 'kysely';"],
    ['kysely in jobs', 'main/jobs/x.ts', "import type { Kysely } from 'kysely';"],
    ['electron outside of the shell', 'main/cli/x.ts', "import { app } from 'electron';"],
    ['Node in the renderer', 'renderer/api/x.ts', "import { join } from 'node:path';"],
    ['code of tRPC in shared', 'shared/contract/app-router.ts', "import { initTRPC } from '@trpc/server';"],
    ['anything in a folder without a row', 'main/new-folder/x.ts', "import '#shared/rules/roles.ts';"],
    ['anything in a folder of the console without a row', 'renderer/new-folder/x.ts', "import '../paths.ts';"],
  ])('reports %s', (_, path, text) => {
    expect(findViolations(edgesOf(planted({ [path]: text })))).toEqual([expect.stringContaining(`${path} imports `)]);
  });

  it('reports a circle of types', () => {
    const circle = planted({
      'main/storage/store/x.ts': "import type { Y } from './y.ts'; export type X = Y;",
      'main/storage/store/y.ts': "export type Y = import('./z.ts').Z;",
      'main/storage/store/z.ts': "export type { X as Z } from './x.ts';",
    });
    expect(findCircles(edgesOf(circle))).toEqual([
      ['main/storage/store/x.ts', 'main/storage/store/y.ts', 'main/storage/store/z.ts'],
    ]);
  });

  it.each([
    [
      'two folders by their types',
      { 'main/mail/x.ts': "import type { X } from '../live/x.ts';", 'main/live/y.ts': "import '../mail/y.ts';" },
      ['main/live', 'main/mail'],
    ],
    [
      'two folders, one of them only at run time',
      {
        'main/backup/x.ts': "const { y } = await import('../mail/inner/y.ts');",
        'main/mail/y.ts': "import '../backup/inner/z.ts';",
      },
      ['main/backup', 'main/mail'],
    ],
    [
      'three folders inside of one',
      {
        'main/services/hosting/runs/x.ts': "import '../queues/x.ts';",
        'main/services/hosting/queues/y.ts': "import '../costs/deep/x.ts';",
        'main/services/hosting/costs/deep/y.ts': "import '../../runs/y.ts';",
      },
      ['main/services/hosting/costs', 'main/services/hosting/queues', 'main/services/hosting/runs'],
    ],
    [
      'a folder and another side',
      { 'shared/x.ts': "import '../renderer/x.ts';", 'renderer/features/team/x.ts': "import '../../../shared/y.ts';" },
      ['renderer', 'shared'],
    ],
  ])('reports %s', (_, files, circle) => {
    expect(findFolderCircles(edgesOf(planted(files)))).toEqual([circle]);
  });

  it('lets a folder and its own subfolders share, and tests look at anything', () => {
    const files = planted({
      'main/services/index.ts': "import './team/x.ts';",
      'main/services/team/x.ts': "import type { Handler } from '../handler.ts';",
      'main/mail/x.test.ts': "import '../jobs/x.ts';",
      'main/jobs/x.ts': "import '../mail/x.ts';",
    });
    expect(findFolderCircles(edgesOf(files))).toEqual([]);
  });

  it('reports an import that leads nowhere', () => {
    const lost = planted({ 'shared/x.ts': "import './roles';" });
    expect(findMissing(sources, edgesOf(lost))).toEqual(['shared/x.ts imports shared/roles: there is no such file']);
  });

  it('reports an export that nothing imports', () => {
    const files = planted({
      'shared/x.ts': 'export const used = 1; export const unused = 2; export type Unused = string;',
      'shared/y.ts': "import { used } from './x.ts'; used.toFixed();",
    });
    expect(findUnusedExports(files, edgesOf(files))).toEqual(['shared/x.ts: unused']);
  });

  it.each([
    ["import * as x from './x.ts'; x.used();", ['unused']],
    ["import * as x from './x.ts'; x['used']();", ['unused']],
    ["import * as x from './x.ts'; const { used } = x; used();", ['unused']],
    ["import * as x from './x.ts'; export type T = typeof x.used;", ['unused']],
    ["const { used } = await import('./x.ts'); used();", ['unused']],
    ["(await import('./x.ts')).used();", ['unused']],
    ["import('./x.ts').then(({ used }) => used());", ['unused']],
    ["lazy(() => import('./x.ts'), 'used');", ['unused']],
    ["type T = import('./x.ts').unused;", ['used', 'unused']],
    ["import * as x from './x.ts'; export const all = { x };", []],
    ["import * as x from './x.ts'; Object.values(x);", []],
    ["export const load = () => import('./x.ts');", []],
    ["export * from './x.ts';", []],
  ])('sees what is taken of a whole module: %s', (text, unused) => {
    const files = planted({ 'shared/x.ts': 'export const used = 1; export const unused = 2;', 'shared/y.ts': text });
    const found = findUnusedExports(files, edgesOf(files)).filter((line) => line.startsWith('shared/x.ts'));
    expect(found).toEqual(unused.map((name) => `shared/x.ts: ${name}`));
  });
});
