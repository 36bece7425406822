import { ConnectionError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface SendLimits {
  /** How often a request is sent again. */
  readonly retries: number;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** The longest `Retry-After` that is waited for. */
  readonly longestWaitMs: number;
}

export const defaultLimits: SendLimits = { retries: 4, timeoutMs: 60_000, longestWaitMs: 30_000 };

const firstPauseMs = 250;

/** How long the service asks to wait; undefined if waiting doesn't help, or for too long. */
const askedWait = ({ status, headers }: Response, longestMs: number): number | undefined => {
  if (status !== 429 && status !== 503) return undefined;
  const ms = Number(headers.get('retry-after') ?? 1) * 1_000;
  return ms <= longestMs ? ms : undefined;
};

/** A proxy's answer for a service that it can't reach, or has lost on the way. The service itself answers 503 as JSON. */
const isFromProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json');

/** The reason behind an error: `fetch` itself says only that it failed. */
const why = (failure: unknown): string => {
  const { cause, message } = failure as Error;
  return cause instanceof Error ? why(cause) : message ? `: ${message}` : '';
};

/**
 * Sends a request, and again after 429 and 503, which did nothing.
 * @param isRepeatable whether it may also be sent again if nobody knows whether it was carried out
 * @throws ConnectionError if there is no answer; the reason of the request's signal once that is aborted
 */
export const sendRequest = async (
  request: Request,
  isRepeatable: boolean,
  { retries, timeoutMs, longestWaitMs }: SendLimits,
  around: Pick<Surroundings, 'fetch' | 'wait' | 'timeout'>,
): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    const pause = firstPauseMs * 2 ** attempt;
    let failure: unknown;
    let response: Response | undefined;
    try {
      const signal = AbortSignal.any([request.signal, around.timeout(timeoutMs)]);
      // Castellan redirects nobody, and credentials don't follow.
      const answer = await around.fetch(new Request(request.clone(), { signal, redirect: 'manual' }));
      // To its end: half an answer says as little as none.
      await answer.clone().arrayBuffer();
      response = answer;
    } catch (error) {
      if (request.signal.aborted) throw error;
      failure = error;
    }
    const isLost = response === undefined || isFromProxy(response);
    const wait = response && !isLost ? askedWait(response, longestWaitMs) : isRepeatable ? pause : undefined;
    if (attempt < retries && wait !== undefined) {
      await response?.body?.cancel();
      await around.wait(wait, request.signal);
    } else if (response) return response;
    else throw new ConnectionError(`No answer from ${new URL(request.url).origin}${why(failure)}`, { cause: failure });
  }
};
