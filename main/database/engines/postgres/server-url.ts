import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { StartError } from '../../../platform/start-error.ts';

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

/** A database server, as its URL names it. */
export interface Server {
  readonly client: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
  /** The database in messages, without credentials: `castellan on db.example.com:5432`. */
  readonly place: string;
}

const known: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'host']);

const readAuthorities = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartError(`Can't read the sslrootcert ${path} of the database URL: ${(cause as Error).message}`, {
      cause,
    });
  }
};

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\/.*)$/.test(host);

const tlsOf = (mode: TlsMode, authorities: string | undefined): ClientConfig['ssl'] => {
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { ...(authorities && { ca: authorities }), checkServerIdentity: () => undefined };
    case 'verify-full':
      return authorities ? { ca: authorities } : true;
  }
};

/**
 * Reads `postgres://user:password@host:port/database`, with `sslmode`, `sslrootcert`, and `host` for a folder with a
 * socket. Without `sslmode`, connections to another computer are verified in full, and those on this one are not encrypted.
 * @throws StartError that says what is wrong, without credentials
 */
export const parseServerUrl = (text: string): Server => {
  const url = URL.parse(text);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new StartError('The database URL must look like postgres://USER:PASSWORD@HOST:5432/DATABASE');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw new StartError(`The database URL has an unknown parameter ${unknown}`);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!host || !database) throw new StartError('The database URL must name a host and a database');
  const given = url.searchParams.get('sslmode') ?? (isLocal(host) ? 'disable' : 'verify-full');
  const mode = tlsModes.find((one) => one === given);
  if (!mode) throw new StartError(`The database URL's sslmode must be one of ${tlsModes.join(', ')}`);
  const certificate = url.searchParams.get('sslrootcert');
  const port = url.port === '' ? 5432 : Number(url.port);
  return {
    client: {
      host,
      port,
      database,
      ...(url.username && { user: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
      ssl: tlsOf(mode, certificate === null ? undefined : readAuthorities(certificate)),
    },
    place: `The database ${database} on ${host}:${port}`,
  };
};
