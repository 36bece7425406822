import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { day, hour, minute, second } from '#shared/limits.ts';
import { createMemberCounts } from './cache/member-counts.ts';
import { createMemberPages } from './cache/member-pages.ts';
import type { Config } from './config.ts';
import type { SystemContext } from './context.ts';
import { migrations } from './database/migrations/index.ts';
import { openDatabase } from './database/open.ts';
import { checkAuditLogs } from './jobs/audit-check.ts';
import { keepHostingCosts } from './jobs/hosting-costs.ts';
import { processMailRequests } from './jobs/mail-requests.ts';
import { purge } from './jobs/purge.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createUpgradePoll } from './jobs/upgrade-poll.ts';
import { createMailGateway } from './mail/gateway.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailWorker, type MailWorker } from './mail/worker.ts';
import { type Clock, systemClock, toIso } from './platform/clock.ts';
import { dataFolder, prepareDataFolder } from './platform/data-folder.ts';
import { trustCertificates } from './platform/extra-certificates.ts';
import { type Ids, randomIds } from './platform/ids.ts';
import { createInFlight } from './platform/in-flight.ts';
import { type LogOutput, openStderrLog } from './platform/log-output.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { assertPortFree } from './platform/port.ts';
import { explainStorageErrors } from './platform/storage-error.ts';
import type { TestClock } from './platform/test-clock.ts';
import { version } from './platform/version.ts';
import { createConnect, type ProviderDependencies } from './provider/connections.ts';
import { openSandboxes } from './provider/emulator/sandbox.ts';
import { createAccessTokens } from './security/access-tokens.ts';
import { createAuditChain } from './security/audit-chain.ts';
import { activityDelayMs, createCallers } from './security/callers.ts';
import { loadKeyRing } from './security/keys.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { createRefreshTokens } from './security/refresh-tokens.ts';
import { createSecretBox } from './security/secret-box.ts';
import { createSetupToken } from './security/setup-token.ts';
import { createThrottle, noThrottle } from './security/throttle.ts';
import { createServiceMetrics } from './service-metrics.ts';
import { countTenants } from './store/team/sample-tenants.ts';
import { loadConsole } from './transport/http/console.ts';
import { createGuard, type Guard, hostNames } from './transport/http/guard.ts';
import { createProxies } from './transport/http/proxies.ts';
import { createHttpServer } from './transport/http/server.ts';

/** What tests override (the clock, the log and the connection to the hosting provider), and where the service runs. */
export interface Overrides {
  clock?: Clock;
  ids?: Ids;
  log?: Logger;
  /** Where `log` writes, for the metric of dropped lines. */
  logOutput?: Pick<LogOutput, 'dropped'>;
  provider?: ProviderDependencies;
  /** Shared by several services, so none of them closes it. */
  passwords?: Passwords;
  /** Whether the service runs inside the desktop app. */
  desktop?: boolean;
  /** Replaces the clock, and offers `POST /test/clock` (DECISION 0090). */
  testClock?: TestClock;
}

/** The service without a server: the dependencies of the operations, and the background workers. */
export interface Service {
  readonly context: SystemContext;
  readonly mailWorker: MailWorker;
  /** Tells the service its own URL and host names, once they are known. */
  announce(origin: string, hosts?: readonly string[]): void;
  /** Starts the workers, after applying everything that became due while the service was down. */
  start(): Promise<void>;
  /** Stops the workers, then closes the database. */
  stop(): Promise<void>;
}

/** The running program. */
export interface App {
  readonly context: SystemContext;
  readonly service: Service;
  readonly server: FastifyInstance;
  /** The address it listens on, such as `http://127.0.0.1:4310`. */
  readonly address: string;
  /** Drains requests for at most ten seconds, then stops everything. */
  stop(): Promise<void>;
}

const drainTimeMs = 10 * second;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Builds the service on a data folder.
 * @throws StartError for anything that a person has to fix first.
 */
export const createService = async (config: Config, overrides: Overrides = {}): Promise<Service> => {
  const { clock = systemClock, ids = randomIds, desktop = false } = overrides;
  const log = overrides.log ?? createLogger(config.logLevel, openStderrLog());
  const folder = dataFolder(config.dataDir);
  await prepareDataFolder(folder);
  const keys = await explainStorageErrors(folder.keys, async () =>
    loadKeyRing(folder.keys, clock.now(), await exists(folder.database)),
  );
  const db = await openDatabase(folder);
  const stopping = new AbortController();
  let announced = config.publicUrl ?? '';
  let hosts: readonly string[] = [];
  const origin = () => announced;
  const secretBox = createSecretBox(keys);
  const needsSetupToken = config.isExposed && config.signUps !== 'closed' && (await countTenants(db.read)).real === 0;
  const accessTokens = createAccessTokens(keys, clock);
  const callers = createCallers(db, accessTokens, clock);
  const sandboxes = openSandboxes(folder.sandbox, { clock });
  const context: SystemContext = {
    config,
    db,
    clock,
    ids,
    log,
    passwords:
      overrides.passwords ?? createPasswords(config.bcryptCost, { refuseCommon: config.refuseCommonPasswords }),
    accessTokens,
    refreshTokens: createRefreshTokens(keys),
    callers,
    throttle: config.rateLimits ? createThrottle(clock) : noThrottle,
    memberCounts: createMemberCounts(db),
    memberPages: createMemberPages(db),
    secretBox,
    setupToken: createSetupToken(needsSetupToken ? ids.secret() : undefined),
    audit: createAuditChain(keys),
    outbox: createOutbox({ clock, ids, secretBox, rateLimits: config.rateLimits, origin, desktop }),
    mailGateway: createMailGateway(config, db, secretBox),
    sandboxes,
    provider: createConnect({
      sandboxes,
      secretBox,
      clock,
      log,
      stopping: stopping.signal,
      dependencies: overrides.provider,
    }),
    origin,
    hosts: () => hosts,
    inFlight: createInFlight(),
    startedAt: clock.now(),
  };
  const mailWorker = createMailWorker(context, () => processMailRequests(context));
  const upgradePoll = createUpgradePoll(context, Math.random);
  const scheduler = createScheduler(
    [
      { name: 'audit check', intervalMs: day, run: async () => void (await checkAuditLogs(context, stopping.signal)) },
      { name: 'purge', intervalMs: hour, run: () => purge(context) },
      { name: 'activity', intervalMs: activityDelayMs, run: () => callers.flush() },
      { name: 'hosting costs', intervalMs: hour, run: () => keepHostingCosts(context, stopping.signal) },
      { name: 'checkpoint', intervalMs: 10 * minute, run: () => db.checkpoint('passive') },
    ],
    log,
  );
  return {
    context,
    mailWorker,
    announce(address, names = []) {
      announced = config.publicUrl ?? address;
      hosts = names;
    },
    async start() {
      await purge(context);
      mailWorker.start();
      scheduler.start();
      scheduler.launch('audit check');
      scheduler.launch('hosting costs');
      upgradePoll.start();
    },
    async stop() {
      stopping.abort();
      await scheduler.stop();
      await upgradePoll.stop();
      await mailWorker.stop();
      await Promise.race([context.inFlight.drain(), sleep(drainTimeMs, undefined, { ref: false })]);
      await callers.flush();
      if (!overrides.passwords) await context.passwords.close();
      await db.close();
    },
  };
};

/** Refuses every request, until the port is known and with it the host names to accept. */
const closedGuard: Guard = {
  hosts: [],
  origins: [],
  check() {
    throw new AppError('HOST_NOT_ALLOWED');
  },
};

/** The built console, next to the built service. A checkout that runs from source uses the same build. */
const consoleFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../out/renderer' : '../renderer', import.meta.url),
);

/**
 * Builds the service and its server, and listens.
 * @throws StartError for anything that a person has to fix first, such as a port that is taken.
 */
export const startApp = async (config: Config, overrides: Overrides = {}): Promise<App> => {
  if (config.extraCaCerts !== undefined) await trustCertificates(config.extraCaCerts);
  const page = await loadConsole(consoleFolder);
  await assertPortFree(config.host, config.port);
  const { testClock } = overrides;
  const service = await createService(config, testClock ? { ...overrides, clock: testClock } : overrides);
  const { context } = service;
  let opened: FastifyInstance | undefined;
  try {
    let guard = closedGuard;
    const allowed = { hosts: config.allowedHosts, origins: config.allowedOrigins };
    const proxies = createProxies(config.trustedProxies, context.log);
    const metrics = createServiceMetrics(context, proxies, overrides.logOutput);
    const server = await createHttpServer({
      context,
      metrics,
      page,
      guard: () => guard,
      proxies,
      advanceClock:
        testClock &&
        (async (milliseconds) => {
          testClock.advance(milliseconds);
          await purge(context);
          return toIso(testClock.now());
        }),
    });
    opened = server;
    // Requests may arrive right away: install the guard before the first socket event.
    server.server.once('listening', () => {
      const { port } = server.server.address() as AddressInfo;
      guard = createGuard(config.host, port, config.publicUrl, allowed);
    });
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    const address = `http://${host}:${port}`;
    service.announce(
      ['0.0.0.0', '[::]'].includes(host) ? `http://localhost:${port}` : address,
      hostNames(config.host, port, config.publicUrl, allowed),
    );
    await explainStorageErrors(dataFolder(config.dataDir).database, () => service.start());
    context.log.info(
      {
        version,
        address,
        data_dir: config.dataDir,
        schema: Object.keys(migrations).at(-1),
        public_url: config.publicUrl,
        node: process.versions.node,
      },
      'started',
    );
    return {
      context,
      service,
      server,
      address,
      async stop() {
        const force = setTimeout(() => server.server.closeAllConnections(), drainTimeMs - second);
        await server.close();
        clearTimeout(force);
        await service.stop();
      },
    };
  } catch (error) {
    // Otherwise the process would go on listening.
    await opened?.close();
    await service.stop();
    throw error;
  }
};
