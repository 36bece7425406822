import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { StartError } from '../../../../platform/start-error.ts';

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

/** One of the hosts that a URL names. */
export interface Host {
  readonly host: string;
  readonly port: number;
  readonly ssl: ClientConfig['ssl'];
}

/** A database server, as its URL names it. */
export interface PostgresUrl {
  /** Who connects to which database, whatever the host. */
  readonly login: Pick<ClientConfig, 'user' | 'password' | 'database'>;
  /** Tried in this order. */
  readonly hosts: readonly [Host, ...Host[]];
  /** Whether a primary must also accept writes by default. */
  readonly needsWrites: boolean;
  /** The database in messages, without credentials: `The database castellan on db.example.com:5432`. */
  readonly place: string;
}

const known = ['sslmode', 'sslrootcert', 'host', 'port', 'target_session_attrs'];

const readAuthorities = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { message: problem } = cause as Error;
    throw new StartError({ name: 'urlCertificate', values: { path, problem } }, { cause });
  }
};

const isSocket = (host: string): boolean => host.startsWith('/');
const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

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

/** Reads the parameters that say how to encrypt. @returns how to encrypt the connection to a host */
const readTls = (parameters: URLSearchParams): ((host: string) => ClientConfig['ssl']) => {
  const given = parameters.get('sslmode');
  const mode = tlsModes.find((one) => one === given);
  if (given !== null && !mode) throw new StartError({ name: 'urlSslMode', values: { modes: tlsModes.join(', ') } });
  const certificate = parameters.get('sslrootcert');
  const authorities = certificate === null ? undefined : readAuthorities(certificate);
  // As in PostgreSQL's own programs, a socket is never encrypted.
  return (host) => !isSocket(host) && tlsOf(mode ?? (isLocal(host) ? 'disable' : 'verify-full'), authorities);
};

const malformed = (): StartError => new StartError({ name: 'urlMalformed', values: {} });

/** @throws StartError for a percent sign that begins no character */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
};

/** Reads each host of `postgres://user@a:5432,b:5433/database` as if it were the only one. */
const readUrls = (text: string): [URL, ...URL[]] => {
  const [, before = '', names = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const [first, ...others] = names.split(',').map((name) => URL.parse(`${before}${name}${after}`));
  if (!first || before === '') throw malformed();
  return [
    first,
    ...others.map((url) => {
      if (!url) throw malformed();
      return url;
    }),
  ];
};

/** The `host` and `port` parameters replace those in front of the path. Each may be a list. */
const readHosts = (urls: readonly URL[]): [string, number][] => {
  const parameters = urls[0]?.searchParams;
  const listed = parameters?.get('host')?.split(',');
  const names = listed ?? urls.map(({ hostname }) => decoded(hostname).replace(/^\[|\]$/g, ''));
  const ports = parameters?.get('port')?.split(',') ?? (listed ? [urls[0]?.port ?? ''] : urls.map(({ port }) => port));
  if (ports.length !== 1 && ports.length !== names.length) {
    throw new StartError({ name: 'urlPorts', values: {} });
  }
  return names.map((name, index) => {
    const port = ports[ports.length === 1 ? 0 : index] ?? '';
    if (!/^\d*$/.test(port) || Number(port) > 65_535) throw new StartError({ name: 'urlPort', values: { port } });
    return [name, port === '' ? 5432 : Number(port)];
  });
};

/** Whether writes are needed by default. Never a replica: it may not yet know who lost access. */
const readAttributes = (wanted: string | null): boolean => {
  if (wanted === null || ['any', 'primary', 'read-write'].includes(wanted)) return wanted === 'read-write';
  throw new StartError({ name: 'urlReplica', values: {} });
};

/** A host in messages. */
export const addressOf = ({ host, port }: Pick<Host, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * Reads `postgres://user:password@host:port/database`, with any number of hosts. Its parameters are a part of those of
 * PostgreSQL's own programs. Without `sslmode`, connections to another computer are verified in full, and those on this one
 * are not encrypted.
 * @throws StartError that says what is wrong, without credentials
 */
export const parsePostgresUrl = (text: string): PostgresUrl => {
  const urls = readUrls(text);
  const [{ searchParams, username, password, pathname }] = urls;
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError({ name: 'urlParameter', values: { parameter: unknown, known: known.join(', ') } });
  }
  const database = decoded(pathname.slice(1));
  const places = readHosts(urls);
  if (!database || places.some(([host]) => !host)) {
    throw new StartError({ name: 'urlNames', values: {} });
  }
  const tls = readTls(searchParams);
  const [first, ...others] = places.map(([host, port]): Host => ({ host, port, ssl: tls(host) }));
  if (!first) throw malformed();
  return {
    login: {
      database,
      ...(username && { user: decoded(username) }),
      ...(password && { password: decoded(password) }),
    },
    hosts: [first, ...others],
    needsWrites: readAttributes(searchParams.get('target_session_attrs')),
    place: `The database ${database} on ${places.map(([host, port]) => addressOf({ host, port })).join(', ')}`,
  };
};
