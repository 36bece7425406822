import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { endpoints } from '#shared/contract/endpoints.ts';
import { idempotencyHeader } from '#shared/contract/http-names.ts';
import { keyScopeOf, type OperationSpec } from '#shared/contract/operation.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Arguments, Command } from '../command.ts';
import { printLine, tableLine } from '../print.ts';
import { connect, explained, type Remote } from './connect.ts';
import { flagsOf, inputOf, isSecretFlag, listedBy, operationIds, operationOf } from './fields.ts';
import { formatOf, printAnswer, printRows } from './output.ts';

/** The JSON of `--body`. @throws StartError if it is none, without showing it */
const bodyOf = async (given: string | undefined): Promise<object> => {
  if (given === undefined) return {};
  const content =
    given === '-' ? text(process.stdin) : given.startsWith('@') ? readFile(given.slice(1), 'utf8') : given;
  let body: unknown;
  try {
    body = JSON.parse(await content);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new StartError('--body: must be a JSON object, @FILE, or - to read it from stdin');
  }
  return body;
};

/** The organization of whoever calls. @throws StartError if the server doesn't say */
const ownOrganization = async ({ client, store }: Remote, { environment }: Arguments): Promise<string> => {
  const { session } = await store.read();
  if (session && !environment.CASTELLAN_API_KEY) return session.user.tenant_id;
  try {
    return ((await client.call('whoAmI')) as { tenant_id: string }).tenant_id;
  } catch (cause) {
    // A key that may not ask knows it from whoever made it.
    if ((cause as { code?: string }).code !== 'SCOPE_REQUIRED') throw cause;
    throw new StartError(
      '--tenant-id is missing: without the scope self, this API key may not ask for its organization',
      {
        cause,
      },
    );
  }
};

/** Whoever is signed in to this computer can list the arguments of its programs. */
const warnOfSecrets = (flags: readonly string[]): void => {
  const secret = flags.find(isSecretFlag);
  if (secret === undefined) return;
  process.stderr.write(
    `castellan: other users of this computer can read --${secret} while the command runs. Use --body - instead\n`,
  );
};

const call = async (given: Arguments): Promise<number> => {
  const operation = operationOf(given.operands[0] ?? '');
  const format = formatOf(given.options.output);
  const { rows } = endpoints[operation.id] ?? {};
  const all = given.switches.has('all');
  if (all && rows === undefined) throw new StartError(`--all: ${operation.id} has no pages`);
  warnOfSecrets(Object.keys(given.lists));
  const remote = connect(given);
  const { client } = remote;
  const input: Record<string, unknown> = { ...(await bodyOf(given.options.body)), ...inputOf(operation, given.lists) };
  await explained(remote, async () => {
    if ('tenant_id' in operation.input.shape) input.tenant_id ??= await ownOrganization(remote, given);
    const each = all ? client.each[operation.id] : undefined;
    if (each) return printRows(each(input), format);
    const { 'if-match': ifMatch, [idempotencyHeader]: idempotencyKey } = given.options;
    const sent = { ...(ifMatch !== undefined && { ifMatch }), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    return printAnswer(await client.call(operation.id, input, sent), format, rows ?? listedBy(operation));
  });
  return 0;
};

const list = async (): Promise<number> => {
  for (const id of operationIds) {
    await printLine(
      tableLine([
        { text: id, width: 28 },
        { text: operationOf(id).summary, width: 0 },
      ]),
    );
  }
  return 0;
};

const callers = (operation: OperationSpec): string => {
  if (operation.auth === 'none') return 'Anyone may call it';
  const scope = keyScopeOf(operation);
  return scope ? `API keys need the scope ${scope}` : 'API keys may not call it';
};

/** What `castellan api help OPERATION` prints. */
const helpOf = (id: string): string | undefined => {
  if (!operationIds.includes(id)) return undefined;
  const operation = operationOf(id);
  const { method, path } = endpoints[id] ?? {};
  return [
    `Usage: castellan --url URL api ${id} [options]`,
    '',
    operation.summary,
    '',
    `${method} ${path}`,
    callers(operation),
    '',
    ...Object.entries(flagsOf(id)).flatMap(([flag, { value, help }]) => [`  --${flag} ${value}`, `      ${help}`, '']),
    'castellan api --help lists the options that all operations have: --body, --output, --all and others.',
    '',
  ].join('\n');
};

const help = async ({ operands: [id = ''] }: Arguments): Promise<number> => {
  operationOf(id);
  process.stdout.write(helpOf(id) ?? '');
  return 0;
};

export const apiCommands: Readonly<Record<string, Command>> = {
  api: {
    summary: 'Call an operation of the API of another server',
    operands: ['OPERATION'],
    options: {
      body: { value: 'JSON', help: 'Fields as a JSON object, @FILE, or - to read them from stdin' },
      'if-match': { value: 'ETAG', help: 'The ETag of what you read: if it has changed since, the call is refused' },
      [idempotencyHeader]: {
        value: 'TEXT',
        help: 'Makes a call safe to repeat: with the same key, it is carried out once',
      },
      output: { value: 'OUTPUT', help: 'json, table or ndjson (one JSON object per line); default: json' },
    },
    switches: { all: 'Print the rows of all pages' },
    byOperand: { options: flagsOf, help: helpOf },
    worksWith: 'url',
    run: call,
  },
  'api list': { summary: 'List the operations of the API', worksWith: 'url', run: list },
  'api help': {
    summary: 'Describe an operation of the API, with its options',
    operands: ['OPERATION'],
    worksWith: 'url',
    run: help,
  },
};
