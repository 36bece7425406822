import autocannon from 'autocannon';
import { percentile } from './statistics.ts';

export interface Load {
  url: string;
  connections: number;
  /** In seconds, or as a number of requests. */
  until: { seconds: number } | { requests: number };
  /** Each connection sends these in turn. */
  requests: readonly { path: string; token?: string; headers?: Readonly<Record<string, string>> }[];
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
}

/**
 * Sends requests as fast as they are answered and times each one, because autocannon's histogram only has whole
 * milliseconds.
 * @throws Error if any answer is not a success: failures are fast and would pass for speed.
 */
export const load = ({ url, connections, until, requests }: Load): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const startedAt = performance.now();
    const run = autocannon(
      {
        url,
        connections,
        ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
        requests: requests.map(({ path, token, headers }) => ({
          method: 'GET',
          path,
          headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        })),
      },
      (error, { errors, timeouts, non2xx }) => {
        if (error) return reject(error);
        const failed = errors + timeouts + non2xx;
        if (failed > 0) return reject(new Error(`${failed} requests to ${url} failed`));
        resolve({
          perSecond: times.length / ((performance.now() - startedAt) / 1_000),
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
          slowest: percentile(times, 1),
        });
      },
    );
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time));
  });
