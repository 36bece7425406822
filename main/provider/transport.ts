import { second } from '#shared/limits.ts';
import type { ProviderErrorReason } from '#shared/provider-errors.ts';
import type { Clock } from '../platform/clock.ts';
import { ProviderError } from './provider.ts';

/** What came back. A Response is one. */
export interface Answer {
  status: number;
  body: AsyncIterable<Uint8Array> | null;
}

/** Carries a request to the provider, or to the emulator. @throws SendError; anything else counts as sent. */
export type Send = (request: Request) => Promise<Answer>;

/** A request that brought no answer. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly reason: ProviderErrorReason;
  readonly sent: boolean;
  /** The system's own name of the failure, such as ECONNREFUSED. */
  readonly code: string | null;

  constructor(reason: ProviderErrorReason, sent: boolean, code: string | null = null) {
    super(reason);
    this.reason = reason;
    this.sent = sent;
    this.code = code;
  }
}

export type Parameter = string | number | boolean | readonly (string | number)[] | undefined;

export interface TransportOptions {
  /** Address of the interface. */
  url: string;
  key: string;
  send: Send;
  clock: Clock;
  /** Resolves after so many milliseconds. */
  delay: (milliseconds: number) => Promise<void>;
  /** A signal that is aborted after so many milliseconds. */
  timeoutSignal: (milliseconds: number) => AbortSignal;
  /** Milliseconds between two requests; 500 where nothing is said. */
  intervalMs?: number;
}

/** Makes one request. @throws ProviderError where no complete answer came. */
export type Transport = (
  action: string,
  parameters: Record<string, Parameter>,
) => Promise<{ status: number; text: string }>;

const timeoutMs = 20 * second;
const maxBytes = 5 * 1024 * 1024;
/** DECISION: rate limits are not shown in seed 001 §8; two requests a second are polite. */
const politeIntervalMs = 500;

/**
 * Rejects when the signal is aborted, whatever the work does. Work that fails by the same signal is heard first: it
 * knows whether anything was sent.
 */
export const until = <Value>(signal: AbortSignal, sent: boolean, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => void setImmediate(() => reject(new SendError('timeout', sent)));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Reads a body up to the cap: a larger one is never held in memory. */
const readText = async (body: Answer['body'], signal: AbortSignal): Promise<string> => {
  if (!body) return '';
  const iterator = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await until(signal, true, iterator.next());
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new SendError('too_large', true);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // The rest is not waited for; that it cannot be cancelled any more changes nothing.
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

/** Shorter keys are words of everyday texts, such as the sandbox's. */
const minKeyLength = 8;

/** The key as it is, as in an address and as in a form; each also as a string in JSON, with and without escaped slashes. */
const spellingsOf = (key: string): string[] =>
  [key, encodeURIComponent(key), new URLSearchParams([['', key]]).toString().slice(1)]
    .flatMap((spelling) => [spelling, JSON.stringify(spelling).slice(1, -1)])
    .flatMap((spelling) => [spelling, spelling.replaceAll('/', '\\/')]);

/** An answer may quote the request. Removes the key before anything reads the answer. */
const withoutKey = (text: string, key: string): string =>
  key.length < minKeyLength
    ? text
    : spellingsOf(key).reduce((rest, spelling) => rest.replaceAll(spelling, '[key]'), text);

const toProviderError = (action: string, error: unknown): ProviderError => {
  if (!(error instanceof SendError)) return new ProviderError(action, 'network', { sent: true });
  return new ProviderError(action, error.reason, { sent: error.sent, code: error.code });
};

/**
 * The one place that knows how an action is sent, which seed 001 §4 and §5 do not show: a form by POST, the action's
 * name in `action`, the key in `API`, lists as `name[]`. Requests of one transport leave one after the other's start.
 */
export const createTransport = (options: TransportOptions): Transport => {
  const { url, key, send, clock, delay, timeoutSignal, intervalMs = politeIntervalMs } = options;
  let nextStart = 0;

  const takeTurn = async (): Promise<void> => {
    const now = clock.now();
    // A clock that was set back must not hold requests up.
    const start = nextStart - now > 60 * second ? now : Math.max(now, nextStart);
    nextStart = start + intervalMs;
    if (start > now) await delay(start - now);
  };

  return async (action, parameters) => {
    let request: Request;
    try {
      request = new Request(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'castellan' },
        body: encode(action, key, parameters),
      });
    } catch {
      // The cause would quote the address, which may hold credentials.
      throw new ProviderError(action, 'address_refused', { sent: false });
    }
    await takeTurn();
    const signal = timeoutSignal(timeoutMs);
    try {
      const answer = await until(signal, true, send(new Request(request, { signal })));
      return { status: answer.status, text: withoutKey(await readText(answer.body, signal), key) };
    } catch (error) {
      throw toProviderError(action, error);
    }
  };
};
