import type { ClientRequest } from 'node:http';
import { second } from '#shared/rules/limits.ts';
import type { DeliveryOutcome } from '#shared/texts/delivery-outcomes.ts';
import { isPrivate } from '../platform/gate/addresses.ts';
import { type Resolve, systemResolve } from '../platform/gate/connections.ts';
import { type OutgoingProxy, ProxyError } from '../platform/gate/outgoing-proxy.ts';
import { uses } from '../platform/gate/uses.ts';
import {
  isCertificateError,
  requestVetted,
  UnvettedAddress,
  vettedAddresses,
} from '../platform/gate/vetted-requests.ts';
import type { SteadyClock } from '../platform/steady-clock.ts';
import { version } from '../platform/version.ts';
import type { Message } from './message.ts';

/** How an attempt went. */
export interface Attempt {
  readonly outcome: DeliveryOutcome;
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** For how long the other side asks to be left alone, in seconds. */
  readonly retryAfter?: number | undefined;
}

/** Whether a failure says something about the other side, and not about this message. */
export const isOutage = ({ outcome, status_code }: Attempt): boolean =>
  outcome !== 'refused' || status_code === 408 || status_code === 429 || (status_code ?? 0) >= 500;

/** Posts a message. Never rejects. */
export type PostMessage = (
  url: string,
  message: Message,
  options: { allowPrivateAddresses: boolean; stopping?: AbortSignal | undefined },
) => Promise<Attempt>;

/** Rejects when the signal is aborted, whatever the work does: names are looked up, and connections end, when they like. */
const raceAbort = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('Aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

const outcomeOf = (error: unknown, isLate: boolean): DeliveryOutcome => {
  if (isLate) return 'timeout';
  if (error instanceof UnvettedAddress) return error.reason === 'not_found' ? 'network' : error.reason;
  if (error instanceof ProxyError) return 'proxy';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && isCertificateError(code) ? 'certificate' : 'network';
};

const outcomeOfStatus = (status: number): DeliveryOutcome => {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
};

/** For how long the other side asks to be left alone, in seconds: it says so in seconds, or names an instant. */
const retryAfterOf = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const at = / GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / second));
};

interface Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** The status alone: what the other side says stays there, so that a destination can't be used to read a private network. */
const exchange = (open: () => ClientRequest, body: string, now: number): Promise<Answer> =>
  new Promise((fulfil, reject) => {
    const outgoing = open();
    outgoing.once('error', reject);
    // Nothing else may tell that it is over.
    outgoing.once('close', () => reject(new Error('The connection was closed without an answer')));
    // Without this, an answer that changes the protocol would be none.
    outgoing.once('upgrade', (response, socket) => {
      socket.destroy();
      fulfil({ status: response.statusCode ?? 0, retryAfter: undefined });
    });
    outgoing.once('response', (response) => {
      const answer = {
        status: response.statusCode ?? 0,
        retryAfter: retryAfterOf(response.headers['retry-after'], now),
      };
      response.destroy();
      fulfil(answer);
    });
    outgoing.end(body);
  });

/** @param resolve and answerMs: in tests, how names are resolved and how long an answer may take */
export const createPostMessage = ({
  steady,
  proxy,
  resolve = systemResolve,
  answerMs = uses.events.totalMs,
}: {
  steady: SteadyClock;
  proxy?: OutgoingProxy | undefined;
  resolve?: Resolve | undefined;
  answerMs?: number | undefined;
}): PostMessage => {
  return async (address, { headers, body }, { allowPrivateAddresses, stopping }) => {
    const startedAt = steady.now();
    const late = AbortSignal.timeout(answerMs);
    const signal = stopping ? AbortSignal.any([late, stopping]) : late;
    const took = (): number => Math.round(steady.now() - startedAt);
    try {
      const url = new URL(address);
      const vetting = { allowPrivateAddresses, allowsHttp: isPrivate };
      const addresses = await raceAbort(signal, vettedAddresses(url, resolve, vetting));
      const sent = { 'user-agent': `Castellan/${version}`, ...headers, 'content-length': Buffer.byteLength(body) };
      const open = await raceAbort(
        signal,
        requestVetted(
          uses.events,
          url,
          addresses,
          { method: 'POST', headers: sent, signal },
          { allowPrivateAddresses, proxy },
        ),
      );
      const { status, retryAfter } = await raceAbort(signal, exchange(open, body, steady.now()));
      return { outcome: outcomeOfStatus(status), status_code: status, duration_ms: took(), retryAfter };
    } catch (error) {
      return { outcome: outcomeOf(error, late.aborted), status_code: null, duration_ms: took() };
    }
  };
};
