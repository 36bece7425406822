import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { day, hour, minute, second } from '#shared/limits.ts';
import { createBackups } from './backup/scheduled-backups.ts';
import { createMemberCounts } from './cache/member-counts.ts';
import { createMemberPages } from './cache/member-pages.ts';
import type { Config } from './config.ts';
import type { SystemContext } from './context.ts';
import { migrations } from './database/migrations/index.ts';
import { reportDoubt, watchAuditLogs, writeLastHeads } from './jobs/audit-check.ts';
import { keepHostingCosts } from './jobs/hosting-costs.ts';
import { createMailRequests } from './jobs/mail-requests.ts';
import { purge } from './jobs/purge.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createUpgradePoll } from './jobs/upgrade-poll.ts';
import { createLiveHub, type LiveHub } from './live/hub.ts';
import { createMailGateway } from './mail/gateway.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailWorker, type MailWorker } from './mail/worker.ts';
import { openInstallation } from './open-installation.ts';
import { openOperatorChannel } from './operator/channel.ts';
import { operatorSocket } from './operator/socket-path.ts';
import { createCallCounts } from './platform/call-counts.ts';
import { type Clock, systemClock, toIso } from './platform/clock.ts';
import { createClockWatch } from './platform/clock-watch.ts';
import { dataFolder, prepareDataFolder } from './platform/data-folder.ts';
import { trustCertificates } from './platform/extra-certificates.ts';
import { type Ids, randomIds } from './platform/ids.ts';
import { createInFlight } from './platform/in-flight.ts';
import { type LogOutput, openStderrLog } from './platform/log-output.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { assertPortFree } from './platform/port.ts';
import { createSteadyClock } from './platform/steady-clock.ts';
import { explainStorageErrors } from './platform/storage-error.ts';
import type { TestClock } from './platform/test-clock.ts';
import { version } from './platform/version.ts';
import { createConnect, type ProviderDependencies } from './provider/connections.ts';
import { openSandboxes } from './provider/emulator/sandbox.ts';
import { createAccessTokens } from './security/access-tokens.ts';
import { createAuditAnchors } from './security/audit-anchors.ts';
import { createAuditVerifications } from './security/audit-verifications.ts';
import { activityDelayMs, createCallers } from './security/callers.ts';
import { createJudging } from './security/judging.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { createRefreshTokens } from './security/refresh-tokens.ts';
import { createSecretBox } from './security/secret-box.ts';
import { createSetupToken } from './security/setup-token.ts';
import { createThrottle, noThrottle } from './security/throttle.ts';
import { type BackgroundWork, createServiceMetrics } from './service-metrics.ts';
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
  readonly live: LiveHub;
  /** Tells the service its own URL and host names, once they are known. */
  announce(origin: string, hosts?: readonly string[]): void;
  readonly background: BackgroundWork;
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

/**
 * Builds the service on a data folder.
 * @throws StartError for anything that a person has to fix first.
 */
export const createService = async (config: Config, overrides: Overrides = {}): Promise<Service> => {
  const { clock = systemClock, ids = randomIds, desktop = false } = overrides;
  const log = overrides.log ?? createLogger(config.logLevel, openStderrLog());
  const folder = dataFolder(config.dataDir);
  await prepareDataFolder(folder);
  const { keys, db, audit, anchorStore, storedAnchors } = await openInstallation(folder, clock.now(), ids, (err) =>
    log.fatal({ err }, 'the database is damaged: stop the service and restore a backup'),
  );
  reportDoubt(storedAnchors.doubt, folder, log);
  const stopping = new AbortController();
  let announced = config.publicUrl ?? '';
  let hosts: readonly string[] = [];
  const origin = () => announced;
  const secretBox = createSecretBox(keys);
  const needsSetupToken = config.isExposed && config.signUps !== 'closed' && (await countTenants(db.read)).real === 0;
  const accessTokens = createAccessTokens(keys, clock);
  const callers = createCallers(db, accessTokens, clock);
  const sandboxes = openSandboxes(folder.sandbox, { clock });
  const steady = createSteadyClock(clock);
  const auditAnchors = createAuditAnchors(anchorStore, storedAnchors, { db, clock, log });
  const context: SystemContext = {
    config,
    db,
    clock,
    steady,
    ids,
    log,
    passwords:
      overrides.passwords ?? createPasswords(config.bcryptCost, { refuseCommon: config.refuseCommonPasswords }),
    accessTokens,
    refreshTokens: createRefreshTokens(keys),
    callers,
    throttle: config.rateLimits ? createThrottle(clock) : noThrottle,
    judging: createJudging(),
    memberCounts: createMemberCounts(db),
    memberPages: createMemberPages(db),
    secretBox,
    setupToken: createSetupToken(needsSetupToken ? ids.secret() : undefined),
    audit,
    auditAnchors,
    auditVerifications: createAuditVerifications({
      db,
      audit,
      anchors: auditAnchors,
      steady,
      stopping: stopping.signal,
    }),
    outbox: createOutbox({ clock, ids, secretBox, rateLimits: config.rateLimits, origin, desktop }),
    mailGateway: createMailGateway(config, db, secretBox),
    backups: createBackups({
      plan: {
        dir: config.backupDir,
        everyMs: config.backupEveryMs,
        keep: config.backupKeep,
        passphrase: config.backupWithoutKeys ? undefined : config.backupPassphrase,
      },
      folder,
      clock,
      log,
    }),
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
    callCounts: createCallCounts(),
    startedAt: clock.now(),
  };
  const clockWatch = createClockWatch(clock);
  const mailWorker = createMailWorker(context, createMailRequests(context));
  const upgradePoll = createUpgradePoll(context, Math.random);
  let brokenAuditLogs: number | undefined;
  const scheduler = createScheduler(
    [
      {
        name: 'audit check',
        intervalMs: day,
        run: async () => {
          const { broken } = await watchAuditLogs(context, stopping.signal);
          if (!stopping.signal.aborted) brokenAuditLogs = broken.length;
        },
      },
      { name: 'audit heads', intervalMs: minute, run: () => context.auditAnchors.advance() },
      {
        name: 'purge',
        intervalMs: 15 * minute,
        run: () => purge(context, { signal: stopping.signal, keepsAccounts: !clockWatch.isSteady() }),
      },
      { name: 'activity', intervalMs: activityDelayMs, run: () => callers.flush() },
      { name: 'hosting costs', intervalMs: hour, run: () => keepHostingCosts(context, stopping.signal) },
      { name: 'backup', intervalMs: minute, run: () => context.backups.runIfDue() },
      { name: 'checkpoint', intervalMs: 10 * minute, run: () => db.checkpoint('passive') },
    ],
    log,
    clock,
  );
  return {
    context,
    mailWorker,
    live: createLiveHub(context),
    background: { jobRuns: scheduler.runs, brokenAuditLogs: () => brokenAuditLogs },
    announce(address, names = []) {
      announced = config.publicUrl ?? address;
      hosts = names;
    },
    async start() {
      mailWorker.start();
      scheduler.start();
      scheduler.launch('purge');
      scheduler.launch('audit heads');
      scheduler.launch('audit check');
      scheduler.launch('backup');
      scheduler.launch('hosting costs');
      upgradePoll.start();
    },
    async stop() {
      stopping.abort();
      await context.backups.stop();
      await scheduler.stop();
      await upgradePoll.stop();
      await mailWorker.stop();
      await Promise.race([context.inFlight.drain(), sleep(drainTimeMs, undefined, { ref: false })]);
      await callers.flush();
      await writeLastHeads(context);
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
  const folder = dataFolder(config.dataDir);
  const service = await createService(config, testClock ? { ...overrides, clock: testClock } : overrides);
  const { context } = service;
  let opened: FastifyInstance | undefined;
  try {
    let guard = closedGuard;
    const allowed = { hosts: config.allowedHosts, origins: config.allowedOrigins };
    const proxies = createProxies(config.trustedProxies, context.log);
    const metrics = createServiceMetrics(context, service, proxies, overrides.logOutput);
    const server = await createHttpServer({
      context,
      metrics,
      live: service.live,
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
    await explainStorageErrors(folder.database, () => service.start());
    // The service is useful without it, so a path that is too long is no reason not to start.
    const channel = await openOperatorChannel(context, operatorSocket(folder)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'commands such as castellan user list need a stop of the service'),
    );
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
        await Promise.all([server.close(), channel?.close()]);
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
