import { homedir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '#shared/contract/endpoints.ts';
import { createUntypedClient, type UntypedClient } from '../../client/client.ts';
import type { CredentialStore } from '../../client/credentials.ts';
import { ApiError, CastellanError, ConnectionError } from '../../client/errors.ts';
import { fileStore } from '../../client/file-store.ts';
import { isLoopbackHost } from '../../config/setting-schemas.ts';
import { uses } from '../../platform/gate/uses.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Arguments } from '../command.ts';
import { fetchRemote } from './fetch.ts';

/** The Castellan that a command works with. */
export interface Remote {
  readonly url: string;
  readonly client: UntypedClient;
  readonly store: CredentialStore;
  /** What to do once the server doesn't accept who calls. */
  readonly hint: string;
}

/** @throws StartError without an address */
const urlOf = ({ url, environment }: Arguments): string => {
  const given = url ?? environment.CASTELLAN_URL;
  if (!given) throw new StartError('Name the server: castellan --url URL …, or CASTELLAN_URL');
  const parsed = URL.parse(given);
  // Neither is shown: it may hold a password.
  if (
    !parsed ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username ||
    parsed.password ||
    parsed.search ||
    parsed.hash
  ) {
    throw new StartError('--url: must look like https://castellan.example.com, without a user, a query or a fragment');
  }
  const address = parsed.href.replace(/\/+$/, '');
  if (parsed.protocol === 'http:' && !isLoopbackHost(parsed.hostname.replace(/^\[|\]$/g, ''))) {
    process.stderr.write(`castellan: ${address} is not encrypted, so others may read passwords and keys on the way\n`);
  }
  return address;
};

/** Where the session at a server is kept. */
const sessionFile = (url: string, { XDG_CONFIG_HOME }: Arguments['environment']): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'castellan', 'sessions', `${encodeURIComponent(url)}.json`);

export const connect = (given: Arguments): Remote => {
  const url = urlOf(given);
  const store = fileStore(sessionFile(url, given.environment));
  const apiKey = given.environment.CASTELLAN_API_KEY;
  const client = createUntypedClient(
    // Somebody waits for it.
    {
      url,
      store,
      ...(apiKey && { apiKey }),
      limits: { retries: 2, timeoutMs: uses.remote.totalMs },
      surroundings: { fetch: fetchRemote },
    },
    endpoints,
    {},
  );
  const hint = apiKey
    ? 'Check CASTELLAN_API_KEY'
    : `Sign in with castellan --url ${url} login, or set CASTELLAN_API_KEY`;
  return { url, client, store, hint };
};

const kindOf = ({ status }: ApiError) => (status === 429 || status === 503 ? 'unready' : 'refused');

/** What helps against a refusal. */
const adviceOn = ({ status, code }: ApiError, hint: string): string => {
  if (code === 'CAPTCHA_REQUIRED') {
    return '. This server asks for a proof of work, which this command does not solve. Use CASTELLAN_API_KEY: API keys never need one';
  }
  return status === 401 && hint ? `. ${hint}` : '';
};

/** What a problem document says beyond its message, such as who could become the owner; tokens and challenges aren't shown. */
const moreOf = ({ details }: ApiError): string => {
  const { type, title, status, detail, code, instance, request_id, reason, success, errors, captcha, ...more } =
    details;
  const shown = Object.fromEntries(Object.entries(more).filter(([name]) => !name.endsWith('token')));
  return Object.keys(shown).length === 0 ? '' : ` ${JSON.stringify(shown)}`;
};

/** Says in one line what another Castellan refused, as commands do. Nothing that was sent is part of it. */
export const explained = async <Result>(
  { hint }: Pick<Remote, 'hint'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ApiError) {
      const { message, code, requestId } = cause;
      const text = `${message} (${code}, ${requestId})${moreOf(cause)}${adviceOn(cause, hint)}`;
      throw new StartError(text, { kind: kindOf(cause) });
    }
    if (cause instanceof ConnectionError) {
      throw new StartError(cause.message, { cause, kind: 'io' });
    }
    if (cause instanceof CastellanError) throw new StartError(cause.message, { cause });
    throw cause;
  }
};
