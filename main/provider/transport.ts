import { second } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import { uses } from '../platform/gate/uses.ts';
import type { AccountTurns, Errand } from './account-turns.ts';
import { ProviderError } from './provider-error.ts';
import { SendError } from './send-error.ts';

/** A response. The web's Response fits this type. */
export interface Answer {
  status: number;
  headers?: { get: (name: string) => string | null };
  body: AsyncIterable<Uint8Array> | null;
}

/** Sends a request to the provider or the emulator. @throws SendError; any other error counts as sent. */
export type Send = (request: Request) => Promise<Answer>;

export type Parameter = string | number | boolean | readonly (string | number)[] | undefined;

export interface TransportOptions {
  /** The URL of the API. */
  url: string;
  key: string;
  send: Send;
  clock: Clock;
  /** The account's, for all of its connections. */
  turns: AccountTurns;
  /** Returns a signal that aborts after this many milliseconds. */
  timeoutSignal: (milliseconds: number) => AbortSignal;
}

/** A complete response, without the key. */
export interface Received {
  status: number;
  text: string;
  /** A header, or null without one. */
  header: (name: string) => string | null;
}

/** Makes one request for an action, in its turn. @throws ProviderError if no complete response came */
export type Exchange = (action: string, errand: Errand, request: () => Request) => Promise<Received>;

/** An {@link Exchange} of seed 001. */
export type Transport = (
  action: string,
  errand: Errand,
  parameters: Record<string, Parameter>,
) => Promise<{ status: number; text: string }>;

const { totalMs, maxBytes } = uses.provider;

/**
 * Rejects when the signal is aborted, whatever the work does. If the work fails because of the same signal, its error
 * wins: it knows whether anything was sent.
 */
export const raceAbort = <Value>(signal: AbortSignal, sent: boolean, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => void setImmediate(() => reject(new SendError('timeout', sent)));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Reads a body up to the size limit, so that a larger one is never held in memory. */
const readText = async (body: Answer['body'], signal: AbortSignal): Promise<string> => {
  if (!body) return '';
  const iterator = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await raceAbort(signal, true, iterator.next());
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new SendError('too_large', true);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // Don't wait for the rest. If canceling it fails, that doesn't matter.
    iterator.return?.().catch(() => {});
    throw error;
  }
};

const encode = (action: string, key: string, parameters: Record<string, Parameter>): URLSearchParams => {
  const body = new URLSearchParams({ action, API: key });
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const item of value) body.append(`${name}[]`, String(item));
    else body.append(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  return body;
};

/** Shorter keys, such as the sandbox's, occur as words in ordinary text. */
const minKeyLength = 8;

/** The key in plain, URL-encoded and form-encoded form, each also as a JSON string with and without escaped slashes. */
const spellingsOf = (key: string): string[] =>
  [key, encodeURIComponent(key), new URLSearchParams([['', key]]).toString().slice(1)]
    .flatMap((spelling) => [spelling, JSON.stringify(spelling).slice(1, -1)])
    .flatMap((spelling) => [spelling, spelling.replaceAll('/', '\\/')]);

/** A response may quote the request. Removes the key before anything reads the response. */
const withoutKey = (text: string, key: string): string =>
  key.length < minKeyLength
    ? text
    : spellingsOf(key).reduce((rest, spelling) => rest.replaceAll(spelling, '[key]'), text);

const toProviderError = (action: string, error: unknown): ProviderError => {
  if (!(error instanceof SendError)) return new ProviderError(action, 'network', { sent: true });
  return new ProviderError(action, error.reason, { sent: error.sent, code: error.code });
};

/** When a provider that takes no requests for now takes them again: after seconds, or at a date. Null if it doesn't say. */
const retryAt = ({ status, headers }: Answer, now: number): number | null => {
  const after = headers?.get('retry-after') ?? '';
  if (status !== 429 && status !== 503) return null;
  if (/^\d{1,9}$/.test(after)) return now + Number(after) * second;
  return / GMT$/.test(after) && !Number.isNaN(Date.parse(after)) ? Date.parse(after) : null;
};

/**
 * Sends requests, each in its turn. Its time-out begins with the turn: waiting for it says nothing about the provider.
 */
export const createExchange =
  ({ key, send, clock, turns, timeoutSignal }: TransportOptions): Exchange =>
  async (action, errand, create) => {
    let request: Request;
    try {
      request = create();
    } catch {
      // The cause would quote the URL, which may contain credentials.
      throw new ProviderError(action, 'address_refused', { sent: false });
    }
    try {
      await turns.take(errand);
      const signal = timeoutSignal(totalMs);
      const answer = await raceAbort(signal, true, send(new Request(request, { signal })));
      const pausedUntil = retryAt(answer, clock.now());
      if (pausedUntil !== null) turns.pause(pausedUntil);
      const text = withoutKey(await readText(answer.body, signal), key);
      return { status: answer.status, text, header: (name) => answer.headers?.get(name) ?? null };
    } catch (error) {
      throw toProviderError(action, error);
    }
  };

/** Headers of every request. */
export const requestHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'castellan',
} as const;

/**
 * The one place that knows how an action of seed 001 is sent, which §4 and §5 don't show: a form by POST, the action's
 * name in `action`, the key in `API`, lists as `name[]`.
 */
export const createTransport = (options: TransportOptions): Transport => {
  const exchange = createExchange(options);
  const { url, key } = options;
  return (action, errand, parameters) => {
    const request = (): Request =>
      new Request(url, {
        method: 'POST',
        redirect: 'manual',
        headers: requestHeaders,
        body: encode(action, key, parameters),
      });
    return exchange(action, errand, request);
  };
};
