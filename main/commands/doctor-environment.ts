import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { second } from '#shared/limits.ts';
import { listBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config.ts';
import { systemClock, toIso } from '../platform/clock.ts';
import { checkPrivateFile, type DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { freeBytes } from '../platform/storage-error.ts';
import { listUpgradeCopies } from '../platform/upgrade-copies.ts';
import { unknownVariables } from '../unknown-variables.ts';

/** Below this, a busy day can fill the disk. */
const leastFreeBytes = 64 * 1_048_576;
const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** The folder may not exist yet; then its parent's disk counts. */
const freeBytesAt = async (path: string): Promise<number> => {
  try {
    return await freeBytes(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    return freeBytesAt(dirname(path));
  }
};

export const checkDisk = async ({ path }: DataFolder): Promise<string> => {
  const free = await freeBytesAt(path);
  if (free < leastFreeBytes)
    throw new StartError(`the disk that holds ${path} is almost full: ${megabytes(free)} free`);
  return `${megabytes(free)} free`;
};

/** The newest scheduled backup may be as old as two intervals: one may have failed for a passing reason. */
export const checkBackups = async ({ backupDir, backupEveryMs }: Config): Promise<string> => {
  if (backupDir === undefined) return 'not scheduled; see --backup-dir';
  const now = systemClock.now();
  const { past, future } = await listBackups(backupDir, now);
  const [latest] = future;
  if (latest) {
    throw new StartError(
      `${latest.file} in ${backupDir} is dated in the future, because the clock was wrong when it was made, or is wrong now (${toIso(now)}). It doesn't count for the schedule. Once the clock is right, move it away`,
    );
  }
  const [newest] = past;
  if (!newest) return `none in ${backupDir} yet`;
  const at = toIso(newest.at);
  if (now - newest.at > 2 * backupEveryMs) {
    throw new StartError(`the last one in ${backupDir} was made at ${at}. The log says why later ones failed`);
  }
  return `the last one was made at ${at}`;
};

/** Copies from before upgrades hold all that the database held. Those that are outdated are deleted while Castellan runs. */
export const checkUpgradeCopies = async (folder: DataFolder): Promise<string> => {
  const copies = await listUpgradeCopies(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const { path } of copies) await checkPrivateFile(path);
  if (copies.length === 0) return 'none';
  const size = megabytes(copies.reduce((sum, { bytes }) => sum + bytes, 0));
  const listed = copies.map(({ path, at }) => `${basename(path)} of ${toIso(at).slice(0, 10)}`).join(', ');
  return `${size}: ${listed}`;
};

export const checkVariables = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const unknown = unknownVariables(environment).map(
    ({ name, nearest }) => `${name}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`,
  );
  if (unknown.length > 0) throw new StartError(`nothing reads ${unknown.join(', ')}`);
  return 'every CASTELLAN_ variable is known';
};

const requestTimeoutMs = 3 * second;

/** Where this computer reaches the service. */
const localAddress = ({ host, port }: Config): string => {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
};

/** What the running service answers to a GET request. */
interface ServiceAnswer {
  readonly ok: boolean;
  text(): Promise<string>;
}

/** `fetch` can't use a Unix socket. */
const fetchThroughSocket = async (
  socketPath: string,
  path: string,
  options: { signal: AbortSignal; headers?: Record<string, string> },
): Promise<ServiceAnswer> => {
  const outgoing = get({ socketPath, path, ...options });
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { ok: answer.statusCode === 200, text: () => text(answer) };
};

/** A response of the running service. Undefined if none comes. */
export const askService = (config: Config, path: string): Promise<ServiceAnswer | undefined> => {
  const { metricsToken, socketPath } = config;
  const options = {
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(metricsToken !== undefined && path === '/metrics' && { headers: { authorization: `Bearer ${metricsToken}` } }),
  };
  const answer =
    socketPath === undefined
      ? fetch(`${localAddress(config)}${path}`, options)
      : fetchThroughSocket(socketPath, path, options);
  return answer.catch(() => undefined);
};

/** Behind a proxy that isn't trusted, all callers share one address, and so its rate limits. */
export const checkProxies = async (config: Config): Promise<string> => {
  const { trustedProxies, publicUrl } = config;
  const answer = await askService(config, '/metrics');
  const figures = answer?.ok ? await answer.text() : '';
  const untrusted = Number(/^castellan_untrusted_forwarded_requests_total (\d+)$/m.exec(figures)?.[1] ?? 0);
  if (untrusted > 0) {
    throw new StartError(
      `${untrusted} requests came through a proxy that is not in --trusted-proxies. The log names the first one`,
    );
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    throw new StartError('--public-url uses https, so there is a proxy, but --trusted-proxies names none');
  }
  return trustedProxies.length === 0 ? 'none' : `${trustedProxies.join(', ')} trusted`;
};
