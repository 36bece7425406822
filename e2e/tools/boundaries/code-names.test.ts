import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** DECISION 0269: a word has one meaning in the names of exports. */
interface Meaning {
  readonly means: string;
  readonly word: RegExp;
  /** Where the word alone has this meaning. */
  readonly places: RegExp;
  /** Names that say themselves which kind is meant, or that a seed gives. */
  readonly except: RegExp;
}

const meanings: readonly Meaning[] = [
  {
    means: 'server is a machine at the hosting provider; any other one says its kind, such as databaseServer',
    word: /(?:^s|S)ervers?(?![a-z])/,
    places:
      /hosting|hetzner|^main\/provider\/|^main\/services\/welcome\/sample\/|\/stored-(?:columns|shapes)\.ts$|^e2e\/(?:conformance\/sandbox|faults\/(?:provider\/|upgrade-model))/,
    except: /(?:mail|database|http|remote)Server|^(?:serverLimits|ServerSentEvent)$/i,
  },
  {
    means: 'instance is a process of the service, among several on one database',
    word: /(?:^i|I)nstances?(?![a-z])/,
    places:
      /^main\/storage\/database\/|^main\/service-commands\/keys\/|^renderer\/features\/installation\/|^e2e\/support\/(?:program-)?instances\.ts$|^e2e\/support\/test-app\.ts$|\/second-instance\.ts$/,
    except: /^upgradeInstance$/,
  },
  {
    means: 'operator is a person; what runs for a command is named after the command',
    word: /(?:^o|O)perator(?:Call|Channel|Command|Input|Operation|Socket)|Operated/,
    places: /^$/,
    except: /^$/,
  },
  {
    means: 'texts, labels and results say what they are',
    word: /^(?:told|heard)(?![a-z])|(?:Words|News)$|[jJ]udging|[dD]eliberate|[wW]hereabouts/,
    places: /^$/,
    except: /^$/,
  },
];

const declared =
  /^export (?:default |async |abstract )*(?:const|let|var|function\*?|class|interface|type|enum) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\}/gm;

/** The names by which a file exports something, or declares what it exports by default. */
const exportedNames = (text: string): string[] => [
  ...[...text.matchAll(declared)].map(([, name = '']) => name),
  ...[...text.matchAll(listed)].flatMap(([, list = '']) =>
    list.split(',').flatMap((item) => /(\w+)\s*$/.exec(item)?.[1] ?? []),
  ),
];

const problemsOf = (path: string, text: string): string[] =>
  exportedNames(text).flatMap((name) =>
    meanings
      .filter(({ word, places, except }) => word.test(name) && !places.test(path) && !except.test(name))
      .map(({ means }) => `${path}: ${name}: ${means}`),
  );

it('a word of an exported name has one meaning', () => {
  const paths = globSync('{main,preload,renderer,shared,e2e}/**/*.{ts,tsx}')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.test.'));
  expect(paths.length).toBeGreaterThan(800);
  expect(paths.flatMap((path) => problemsOf(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it.each([
  ['main/desktop/x.ts', 'export interface ServerView {}'],
  ['main/mail/x.ts', 'export const storedServer = 1;'],
  ['main/storage/database/x.ts', 'export const servers = 1;'],
  ['main/provider/x.ts', 'export type Instance = string;'],
  ['main/desktop/x.ts', 'export const takeInstance = async () => {};'],
  ['main/cli/x.ts', 'export const operatorCommands = {};'],
  ['main/service-commands/x.ts', 'export interface OperatorCall<Row> {}'],
  ['e2e/support/x.ts', 'export interface TestServer {}'],
  ['e2e/support/x.ts', 'export const spawnServer = 1;'],
  ['e2e/support/x.ts', 'export const createOperated = 1;'],
  ['e2e/support/x.ts', 'export type TestInstance = string;'],
  ['renderer/components/x.ts', 'export const actorWords = 1;'],
  ['main/security/x.ts', 'export const createJudging = () => {};'],
  ['renderer/components/x.tsx', 'export const DeliberateSelect = () => null;'],
  ['main/desktop/x.ts', 'export let servers = 1;'],
  ['main/desktop/x.ts', 'export default async function openServer() {}'],
  ['main/desktop/x.ts', 'const servers = 1;\nexport { servers };'],
  ['main/desktop/x.ts', "export { remotes as servers, type Remote } from './remotes.ts';"],
  ['main/desktop/x.ts', 'export type {\n  Remote,\n  Server,\n};'],
])('finds in %s: %s', (path, text) => expect(problemsOf(path, text)).toHaveLength(1));

it.each([
  ['main/provider/x.ts', 'export interface ServerReading {}'],
  ['main/backup/x.ts', 'export const moveToDatabaseServer = 1;'],
  ['main/mail/x.ts', 'export interface MailServer {}'],
  ['main/transport/http/x.ts', 'export const createHttpServer = 1;'],
  ['main/storage/database/x.ts', 'export const listInstances = 1;'],
  ['main/storage/store/x.ts', 'export const isOperator = 1;'],
  ['main/desktop/x.ts', "export { servers as remotes } from './remotes.ts';"],
])('accepts in %s: %s', (path, text) => expect(problemsOf(path, text)).toEqual([]));
