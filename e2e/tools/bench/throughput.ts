import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureWrk } from '../wrk.ts';

const script = join(import.meta.dirname, 'requests.lua');

export interface Stream {
  url: string;
  path: string;
  /** A file with an access token on each line. The requests use them in turn. */
  tokensFile: string;
  connections: number;
  seconds: number;
}

export interface Throughput {
  answers: number;
  perSecond: number;
}

/**
 * Sends requests as fast as they are answered, with wrk. Unlike `load`, it hardly takes CPU time from the servers, and it
 * times nothing.
 * @throws Error if any answer is not a success: failures are fast and would pass for speed.
 */
export const throughput = async ({ url, path, tokensFile, connections, seconds }: Stream): Promise<Throughput> => {
  const args = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--script', script];
  const { stdout } = await promisify(execFile)(ensureWrk(), [...args, url, '--', path, tokensFile]);
  const [, answers, failed, microseconds] = (/answered (\d+) failed (\d+) microseconds (\d+)/.exec(stdout) ?? []).map(
    Number,
  );
  if (answers === undefined || failed === undefined || microseconds === undefined) throw new Error(stdout);
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return { answers, perSecond: (answers * 1_000_000) / microseconds };
};
