import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { net, protocol } from 'electron';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { apiPrefix, isBelow, referencePath, statePaths, trpcPrefix } from '#shared/contract/http-names.ts';
import { livePath } from '#shared/contract/live-topics.ts';
import type { Logger } from '../platform/logger.ts';
import { consoleHost, consoleScheme } from './addresses.logic.ts';
import type { LastAuthorization } from './last-authorization.ts';
import { pagePolicy } from './views/page-policy.logic.ts';

/** What the scheme needs to handle a request. */
export interface SchemeParts {
  /** Starts the service if it isn't running. Resolves either way. */
  start: () => Promise<void>;
  server: () => FastifyInstance | undefined;
  /** The page to show instead of the console while there is no service. */
  failurePage: () => Response;
  /** Where the console's files are served from during development. */
  developmentServer: string | undefined;
  authorization: Pick<LastAuthorization, 'note'>;
  log: Logger;
}

export interface ConsoleTransport {
  /** Stops accepting requests and resolves once in-flight ones finish. */
  drain(): Promise<void>;
}

/** Call it before the app is ready. */
export const registerConsoleScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    {
      scheme: consoleScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);

/** Request headers that mean something else on a socket, or that only a socket may set. */
const dropped = /^(host|connection|origin|referer|accept-encoding|forwarded|x-forwarded-.*|x-real-ip|sec-.*)$/;

/**
 * Response headers that never reach the window. Chromium allows `Origin-Agent-Cluster` only on http and https, and
 * crashes the whole app if another scheme sends it. The rest concern a socket or its encryption, and there is none.
 */
const neverPassed: ReadonlySet<string> = new Set([
  'origin-agent-cluster',
  'strict-transport-security',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

/** Sessions are listed as `Castellan on Linux`; the system comes from the browser's user agent. */
const userAgentOf = (version: string, given: string | null): string =>
  `Castellan/${version} ${/\([^)]*\)/.exec(given ?? '')?.[0] ?? ''}`.trim();

/** Paths of the service itself. Be specific: during development, a source folder of the console is also named `api`. */
const serverPaths = [trpcPrefix, apiPrefix, referencePath, livePath, ...Object.values(statePaths)];

const unavailable = (): Response => new Response(null, { status: 503 });

const bodyOf = async (request: Request): Promise<Buffer | undefined> =>
  request.body === null ? undefined : Buffer.from(await request.arrayBuffer());

/** Calls the server's own router without a socket, so the window gets exactly the responses that a browser gets. */
const ask = async (server: FastifyInstance, request: Request, version: string): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) if (!dropped.test(name)) headers[name] = value;
  headers['user-agent'] = userAgentOf(version, request.headers.get('user-agent'));
  const payload = await bodyOf(request);
  const answer = await server.inject({
    // Pass any method; the router decides.
    method: request.method as NonNullable<InjectOptions['method']>,
    url: `${pathname}${search}`,
    authority: consoleHost,
    headers,
    ...(payload && { payload }),
    payloadAsStream: true,
  });
  const answered = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (neverPassed.has(name)) continue;
    for (const one of [value].flat()) if (one !== undefined) answered.append(name, String(one));
  }
  answered.append('content-security-policy', pagePolicy);
  const bodyless = request.method === 'HEAD' || [204, 205, 304].includes(answer.statusCode);
  // Node and the DOM declare the same stream class separately, and TypeScript doesn't relate the two.
  const stream = answer.stream();
  // The window may abandon a response before its end, such as the stream of changes. Tell the server, as a socket would.
  stream.once('close', () => answer.raw.res.destroy());
  const body = bodyless ? null : (Readable.toWeb(stream) as NodeReadableStream as unknown as ReadableStream);
  return new Response(body, { status: answer.statusCode, headers: answered });
};

/** Serves the console at `app://castellan/`, once the app is ready. */
export const serveConsole = (version: string, parts: SchemeParts): ConsoleTransport => {
  const { start, server, failurePage, developmentServer, authorization, log } = parts;
  const inFlight = new Set<Promise<unknown>>();
  let draining = false;

  const answer = async (request: Request): Promise<Response> => {
    const { host, pathname, search } = new URL(request.url);
    if (host !== consoleHost) return new Response(null, { status: 404 });
    const isServers = isBelow(pathname, serverPaths);
    // Opening or reloading a page retries a failed start.
    if (!isServers) await start();
    const running = server();
    if (draining) return unavailable();
    if (!running) return isServers ? unavailable() : failurePage();
    if (!isServers && developmentServer !== undefined)
      return net.fetch(`${new URL(`${pathname}${search}`, developmentServer)}`);
    authorization.note(request.headers.get('authorization'));
    return ask(running, request, version);
  };

  protocol.handle(consoleScheme, async (request) => {
    const answering = answer(request).catch((error: unknown) => {
      log.error({ err: error, path: new URL(request.url).pathname }, 'failed to handle a request from the window');
      return unavailable();
    });
    inFlight.add(answering);
    try {
      return await answering;
    } finally {
      inFlight.delete(answering);
    }
  });

  return {
    async drain() {
      draining = true;
      await Promise.all(inFlight);
    },
  };
};
