import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/limits.ts';
import { backupPlan, createBackups } from './backup/scheduled-backups.ts';
import { createAuditCounts } from './cache/audit-counts.ts';
import { createMemberCounts } from './cache/member-counts.ts';
import { createMemberPages } from './cache/member-pages.ts';
import type { Config } from './config.ts';
import type { SystemContext } from './context.ts';
import { reportDoubt, writeLastHeads } from './jobs/audit-check.ts';
import { createJobs } from './jobs/job-list.ts';
import { createMailRequests } from './jobs/mail-requests.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createUpgradePoll } from './jobs/upgrade-poll.ts';
import { createLiveHub, type LiveHub } from './live/hub.ts';
import { createMailGateway } from './mail/gateway.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailWorker, type MailWorker } from './mail/worker.ts';
import { type OpenInstallation, openInstallation } from './open-installation.ts';
import { assertNotServed } from './operator/client.ts';
import { recordRotation } from './operator/keys/rotate-keys.ts';
import { createCallCounts } from './platform/call-counts.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createClockWatch } from './platform/clock-watch.ts';
import { dataFolder, prepareDataFolder } from './platform/data-folder.ts';
import { type Ids, randomIds } from './platform/ids.ts';
import { createInFlight } from './platform/in-flight.ts';
import { type LogOutput, openStderrLog } from './platform/log-output.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createSecrets } from './platform/secrets.ts';
import type { ServiceRecord } from './platform/service-record.ts';
import { createSteadyClock } from './platform/steady-clock.ts';
import type { TestClock } from './platform/test-clock.ts';
import { createWhereabouts } from './platform/whereabouts.ts';
import { createConnect, type ProviderDependencies } from './provider/connections.ts';
import { openSandboxes } from './provider/emulator/sandbox.ts';
import { sandboxFile } from './provider/emulator/sandbox-file.ts';
import { createAccessTokens } from './security/access-tokens.ts';
import { createMemoryCounts, createSharedCounts } from './security/attempt-counts.ts';
import { createAuditAnchors } from './security/audit-anchors.ts';
import { createAuditThread } from './security/audit-thread.ts';
import { createAuditVerifications } from './security/audit-verifications.ts';
import { createCallers } from './security/callers.ts';
import { createFailedSignIns } from './security/failed-sign-ins.ts';
import { createIdempotency } from './security/idempotency.ts';
import { createJudging } from './security/judging.ts';
import { createKnownDevices } from './security/known-devices.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { createRefreshTokens } from './security/refresh-tokens.ts';
import { createRotations } from './security/rotations.ts';
import { createSecretBox } from './security/secret-box.ts';
import { createSetupToken, createSharedSetupToken } from './security/setup-token.ts';
import { createThrottle, noThrottle } from './security/throttle.ts';
import type { BackgroundWork } from './service-metrics.ts';
import { sharedSandboxes } from './shared-sandboxes.ts';
import { reserveProviderTurn } from './store/hosting/provider-turns.ts';
import { countTenants } from './store/team/sample-tenants.ts';

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
  /** What the service had, for a command that works on its folder while it is stopped. */
  record?: ServiceRecord | undefined;
  /** Whether the service runs inside the desktop app. */
  desktop?: boolean;
  /** File descriptor of a socket that systemd has opened, to listen on instead of host and port. */
  inheritedSocket?: number | undefined;
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

/** How long a stop waits for requests and their work. */
export const drainTimeMs = 10 * second;

/**
 * Builds the service on a data folder.
 * @throws StartError for anything that a person has to fix first.
 */
export const createService = async (config: Config, overrides: Overrides = {}): Promise<Service> => {
  const { clock = systemClock, ids = randomIds } = overrides;
  const log = overrides.log ?? createLogger(config.logLevel, openStderrLog());
  const folder = dataFolder(config.dataDir);
  await prepareDataFolder(folder);
  await assertNotServed(folder);
  const installation = await openInstallation(folder, clock.now(), ids, {
    onDamage: (err) => log.fatal({ err }, 'the database is damaged: stop the service and restore a backup'),
    server: config.databaseServer,
  });
  try {
    return await serviceOf(installation, config, { ...overrides, clock, ids, log });
  } catch (error) {
    // Its connections would keep the process from ending.
    await installation.db.close();
    throw error;
  }
};

const serviceOf = async (
  installation: OpenInstallation,
  config: Config,
  overrides: Overrides & Required<Pick<Overrides, 'clock' | 'ids' | 'log'>>,
): Promise<Service> => {
  const { clock, ids, log, desktop = false, record } = overrides;
  const folder = dataFolder(config.dataDir);
  const { keys, db, audit, anchorStore, storedAnchors } = installation;
  reportDoubt(storedAnchors.doubt, folder, log);
  if (installation.isProvisioned) {
    log.info({ file: folder.keys }, 'created a new installation with keys that were generated for it');
  }
  if (keys.createsUntil !== undefined) {
    log.warn(
      { file: folder.keys, until: keys.createsUntil },
      'the key file can’t be changed, so until then it could create another installation if the database were lost',
    );
  }
  const stopping = new AbortController();
  const { announce, ...whereabouts } = createWhereabouts(config, record);
  const secretBox = createSecretBox(keys);
  const secrets = createSecrets(config);
  const needsSetupToken = config.isExposed && config.signUps !== 'closed' && (await countTenants(db.read)).real === 0;
  const accessTokens = createAccessTokens(keys, clock);
  const callers = createCallers(db, accessTokens, clock);
  const sandboxes = openSandboxes(db.isShared ? sharedSandboxes(db) : sandboxFile(folder.sandbox), { clock });
  const counts = db.isShared ? createSharedCounts(db, clock, log) : createMemoryCounts(clock);
  const setupSecret = needsSetupToken ? ids.secret() : undefined;
  const steady = createSteadyClock(clock);
  const auditAnchors = createAuditAnchors(anchorStore, storedAnchors, { db, clock, log });
  const memberCounts = createMemberCounts(db);
  const auditThread = db.isShared ? undefined : createAuditThread(folder.database, keys);
  const context: SystemContext = {
    config,
    db,
    keys,
    clock,
    steady,
    ids,
    log,
    passwords:
      overrides.passwords ?? createPasswords(config.bcryptCost, { refuseCommon: config.refuseCommonPasswords }),
    accessTokens,
    refreshTokens: createRefreshTokens(keys),
    knownDevices: createKnownDevices(keys, clock, ids),
    rotate: createRotations(db),
    callers,
    throttle: config.rateLimits ? createThrottle(counts) : noThrottle,
    failedSignIns: createFailedSignIns(db, clock),
    idempotency: createIdempotency({ db, clock, secretBox }),
    judging: createJudging(),
    memberCounts,
    auditCounts: createAuditCounts(db),
    memberPages: createMemberPages(db, memberCounts),
    secretBox,
    setupToken: db.isShared ? await createSharedSetupToken(db, secretBox, setupSecret) : createSetupToken(setupSecret),
    audit,
    auditAnchors,
    auditThread,
    auditVerifications: createAuditVerifications({
      thread: auditThread,
      db,
      audit,
      anchors: auditAnchors,
      steady,
      stopping: stopping.signal,
    }),
    outbox: createOutbox({ clock, ids, secretBox, rateLimits: config.rateLimits, origin: whereabouts.origin, desktop }),
    secrets,
    mailGateway: createMailGateway({ mailFrom: config.mailFrom, secrets }, db, secretBox, record?.mail_server),
    backups: createBackups({
      plan: backupPlan(config, secrets),
      folder,
      server: config.databaseServer,
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
      reserveStart: db.isShared ? (tenant, now, ms) => reserveProviderTurn(db.write, tenant, now, ms) : undefined,
      dependencies: overrides.provider,
    }),
    ...whereabouts,
    inFlight: createInFlight(),
    callCounts: createCallCounts(),
    startedAt: clock.now(),
    jobRuns: () => scheduler.runs(),
  };
  if (installation.isRotationUnrecorded) await recordRotation(context);
  const clockWatch = createClockWatch(clock);
  const mailWorker = createMailWorker(context, createMailRequests(context), Math.random);
  const upgradePoll = createUpgradePoll(context, Math.random);
  let brokenAuditLogs: number | undefined;
  const jobs = createJobs(context, {
    stopping: stopping.signal,
    onAuditCheck: (broken) => {
      brokenAuditLogs = broken;
    },
  });
  const scheduler = createScheduler(jobs, log, clock, () => clockWatch.isSteady());
  return {
    context,
    mailWorker,
    live: createLiveHub(context),
    background: { jobRuns: scheduler.runs, brokenAuditLogs: () => brokenAuditLogs },
    announce,
    async start() {
      mailWorker.start();
      scheduler.start();
      scheduler.launch('purge');
      scheduler.launch('clock');
      scheduler.launch('audit heads');
      scheduler.launch('audit check');
      scheduler.launch('backup');
      scheduler.launch('hosting costs');
      scheduler.launch('sample activity');
      if (db.isShared) db.changes.onCommit('keys', () => scheduler.launch('keys'));
      scheduler.launch('keys');
      upgradePoll.start();
    },
    async stop() {
      stopping.abort();
      await context.backups.stop();
      await scheduler.stop();
      await auditThread?.close();
      await upgradePoll.stop();
      await mailWorker.stop();
      await Promise.race([context.inFlight.drain(), sleep(drainTimeMs, undefined, { ref: false })]);
      await callers.flush();
      await context.failedSignIns.flush();
      await writeLastHeads(context);
      if (!overrides.passwords) await context.passwords.close();
      await db.close();
    },
  };
};
