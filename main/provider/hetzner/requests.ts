import { z } from 'zod';
import { bearer } from '#shared/contract/http-names.ts';
import type { ProviderErrorReason } from '#shared/flows/provider-errors.ts';
import { second } from '#shared/rules/limits.ts';
import type { Errand } from '../account-turns.ts';
import type { ProviderOptions } from '../client.ts';
import { ProviderError } from '../provider-error.ts';
import { retryRead } from '../retries.ts';
import { createExchange, type Received, requestHeaders } from '../transport.ts';
import { plainText } from '../wire.ts';

/** Sends requests to the API and reads errors: what is in the body of a success is for others. */
export interface Requests {
  /** Retried where waiting may help. Returns the JSON of the response. */
  read(action: string, path: string, query?: Record<string, string | number>): Promise<unknown>;
  /** Sent once. */
  write(action: string, path: string, body: object): Promise<unknown>;
}

const messageLength = 300;

const failed = z.object({ error: z.object({ code: z.string(), message: z.string().nullish() }) });

const reasonOfCode: Readonly<Record<string, ProviderErrorReason>> = {
  unauthorized: 'not_authorized',
  forbidden: 'not_authorized',
  token_readonly: 'not_authorized',
  rate_limit_exceeded: 'rate_limited',
  locked: 'server_locked',
  conflict: 'server_locked',
  // It was seen as off, but isn't yet.
  server_not_stopped: 'server_locked',
};

const reasonOfStatus: Readonly<Record<number, ProviderErrorReason>> = {
  401: 'not_authorized',
  403: 'not_authorized',
  423: 'server_locked',
  429: 'rate_limited',
};

const parsed = (text: string): { json: unknown } | undefined => {
  try {
    return { json: JSON.parse(text) };
  } catch {
    // A proxy in between may answer in HTML; the caller says what that means.
    return undefined;
  }
};

/** Why a response isn't a success. */
const failureOf = (action: string, { status, text }: Received): ProviderError => {
  const { error } = failed.safeParse(parsed(text)?.json).data ?? {};
  const providerMessage = plainText(error?.message ?? '', messageLength) || null;
  const code = error?.code ? plainText(error.code, 60) : String(status);
  const as = (reason: ProviderErrorReason): ProviderError =>
    new ProviderError(action, reason, { sent: true, providerMessage, code });
  if (status >= 300 && status < 400) return as('redirected');
  // An error of the provider's own servers says nothing about what became of the request.
  if (status >= 500) return as('busy');
  const known = (error && reasonOfCode[error.code]) ?? reasonOfStatus[status];
  if (known) return as(known);
  // Without the provider's own error, this is someone else's answer.
  if (!error) return as('unexpected_status');
  return as(error.code === 'not_found' ? 'invalid_serviceid' : 'refused');
};

/** JSON over HTTPS with a token, as docs.hetzner.cloud describes it. */
export const createRequests = (options: ProviderOptions, errand: Errand) => {
  const { url, key, clock, turns, log } = options;
  const exchange = createExchange(options);

  const call = (action: string, path: string, init: RequestInit): Promise<unknown> =>
    options.count(send(action, path, init));

  const send = async (action: string, path: string, init: RequestInit): Promise<unknown> => {
    const request = (): Request =>
      new Request(`${url.replace(/\/$/, '')}${path}`, {
        ...init,
        redirect: 'manual',
        headers: { ...requestHeaders, authorization: bearer(key), 'content-type': 'application/json' },
      });
    const received = await exchange(action, errand, request);
    const { status, text, header } = received;
    if (status === 429) {
      const reset = Number(header('ratelimit-reset')) * second;
      if (reset > clock.now()) turns.pause(reset);
    }
    if (status < 200 || status >= 300) throw failureOf(action, received);
    const answer = parsed(text);
    if (!answer) throw new ProviderError(action, 'not_json', { sent: true });
    return answer.json;
  };

  const report = (error: unknown, tries: number): void => {
    if (!(error instanceof ProviderError)) return;
    const { action, kind, reason, sent, code, providerMessage } = error;
    log.warn({ action, kind, reason, sent, code, provider_message: providerMessage, tries }, 'provider request failed');
  };

  return {
    read(action, path, query = {}) {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) search.set(name, String(value));
      const target = search.size > 0 ? `${path}?${search}` : path;
      return retryRead(options, () => call(action, target, { method: 'GET' }), report);
    },
    async write(action, path, body) {
      try {
        return await call(action, path, { method: 'POST', body: JSON.stringify(body) });
      } catch (error) {
        report(error, 1);
        throw error;
      }
    },
  } satisfies Requests;
};
