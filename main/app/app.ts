import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Config } from '../config/config.ts';
import { assertOneProcess } from '../config/database-server.ts';
import { purge } from '../jobs/purge.ts';
import { toIso } from '../platform/clock.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { createEndpoint } from '../platform/endpoint.ts';
import { trustCertificates } from '../platform/extra-certificates.ts';
import { listenProblem } from '../platform/port.ts';
import { writeServiceRecord } from '../platform/service-record.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import type { Tracing } from '../platform/tracing.ts';
import { version } from '../platform/version.ts';
import { openCommandChannel } from '../service-commands/channel.ts';
import { commandSocket } from '../service-commands/socket-path.ts';
import type { SystemContext } from '../services/context.ts';
import { migrations } from '../storage/database/migrations/index.ts';
import { loadConsole } from '../transport/http/console.ts';
import { createHostCheck, type HostCheck, hostNames } from '../transport/http/host-check.ts';
import { createProxies } from '../transport/http/proxies.ts';
import { createHttpServer } from '../transport/http/server.ts';
import { createService, drainTimeMs, type Overrides, type Service } from './compose.ts';
import { createOauthProviders } from './compose-oauth.ts';
import { createServiceMetrics } from './service-metrics.ts';

/** The running program. */
export interface App {
  readonly context: SystemContext;
  readonly service: Service;
  readonly server: FastifyInstance;
  /** The address it listens on, such as `http://127.0.0.1:4310` or `unix:/run/castellan/http.sock`. */
  readonly address: string;
  /**
   * Reports that it isn't ready, and serves for `delayMs` milliseconds more. Then drains requests for at most ten seconds, and
   * stops everything. `hurry` skips the rest of the delay, and ends the connections of whoever is still waiting.
   */
  stop(options?: { delayMs?: number; hurry?: AbortSignal }): Promise<void>;
}

/** Refuses every request, until the port is known and with it the host names to accept. */
const closedCheck: HostCheck = {
  hosts: [],
  origins: [],
  check() {
    throw new AppError('HOST_NOT_ALLOWED');
  },
};

/** The built console, next to the built service. A checkout that runs from source uses the same build. */
const consoleFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../out/renderer' : '../renderer', import.meta.url),
);

/** Loaded on demand: the library is large, and most installations don't trace. */
const loadTracing = async (url: string, { log, clock }: SystemContext): Promise<Tracing> =>
  (await import('../platform/otlp-tracing.ts')).startTracing(url, log, clock);

/**
 * Builds the service and its server, and listens.
 * @throws StartError for anything that a person has to fix first, such as a port that is taken.
 */
export const startApp = async (config: Config, overrides: Overrides = {}): Promise<App> => {
  if (config.extraCaCerts !== undefined) await trustCertificates(config.extraCaCerts);
  const page = await loadConsole(consoleFolder, config.basePath);
  if (overrides.desktop && config.socketPath !== undefined) {
    throw new StartError({ name: 'desktopOnSocket', values: {} });
  }
  if (overrides.desktop) assertOneProcess(config, 'The desktop app');
  const endpoint = createEndpoint(config, overrides.inheritedSocket);
  await endpoint.assertFree();
  const { testClock } = overrides;
  const folder = dataFolder(config.dataDir);
  const service = await createService(config, testClock ? { ...overrides, clock: testClock } : overrides);
  const { context } = service;
  let opened: FastifyInstance | undefined;
  let tracing: Tracing | undefined;
  try {
    let hostCheck = closedCheck;
    let isStopping = false;
    const { allowedHosts, allowedOrigins, basePath } = config;
    const allowed = { hosts: allowedHosts, origins: allowedOrigins, basePath };
    const proxies = createProxies(config.trustedProxies, context.log, context.callCounts);
    const metrics = createServiceMetrics(context, service, overrides.logOutput);
    tracing = config.tracesUrl === undefined ? undefined : await loadTracing(config.tracesUrl, context);
    const server = await createHttpServer({
      oauthProviders: createOauthProviders(context),
      context,
      metrics,
      live: service.live,
      page,
      hostCheck: () => hostCheck,
      proxies,
      isStopping: () => isStopping,
      tracing,
      moveClock:
        testClock &&
        (async (how, milliseconds) => {
          testClock[how](milliseconds);
          await purge(context);
          return toIso(testClock.now());
        }),
    });
    opened = server;
    // Requests may arrive right away: install the check of host names before the first socket event.
    server.server.once('listening', () => {
      const { host, port, isUnixSocket } = endpoint.describe(server.server);
      proxies.useUnixSocket(isUnixSocket);
      hostCheck = createHostCheck(host, port, config.publicUrl, allowed);
    });
    await endpoint.prepare(server.server);
    await server.listen({ ...endpoint.options }).catch((cause: NodeJS.ErrnoException) => {
      throw listenProblem(cause, config.socketPath ?? config.host, config.port);
    });
    await endpoint.finish();
    const { address, host, port } = endpoint.describe(server.server);
    service.announce(
      ['0.0.0.0', '::'].includes(host) ? `http://localhost:${port}` : address,
      hostNames(host, port, config.publicUrl, allowed),
    );
    await writeServiceRecord(folder, {
      address: context.address(),
      public_url: config.publicUrl ?? null,
      base_path: config.basePath,
      mail_server: config.smtpUrl !== undefined,
    }).catch((error: unknown) => context.log.warn({ err: error }, 'commands will not know where this service was'));
    await explainStorageErrors(folder.database, () => service.start());
    // The service is useful without it, so a path that is too long is no reason not to start.
    const channel = await openCommandChannel(context, commandSocket(folder)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'commands such as castellan user list need a stop of the service'),
    );
    context.log.info(
      {
        version,
        address,
        data_dir: config.dataDir,
        schema: Object.keys(migrations).at(-1),
        public_url: config.publicUrl,
        base_path: basePath || undefined,
        node: process.versions.node,
      },
      'started',
    );
    return {
      context,
      service,
      server,
      address,
      async stop({ delayMs = 0, hurry = new AbortController().signal } = {}) {
        isStopping = true;
        // A second signal ends the wait.
        if (delayMs > 0) await sleep(delayMs, undefined, { signal: hurry }).catch(() => {});
        const endConnections = () => server.server.closeAllConnections();
        const force = setTimeout(endConnections, drainTimeMs - second);
        const closed = Promise.all([server.close(), channel?.close()]);
        if (hurry.aborted) endConnections();
        else hurry.addEventListener('abort', endConnections);
        await closed;
        clearTimeout(force);
        await tracing?.stop();
        await service.stop();
      },
    };
  } catch (error) {
    // Otherwise the process would keep listening.
    await opened?.close();
    await tracing?.stop();
    await service.stop();
    throw error;
  }
};
