import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/rules/limits.ts';
import { backupPlan, createBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config/config.ts';
import { reportAnchorProblem, writeLastHeads } from '../jobs/audit-check.ts';
import type { DeliveryWorker } from '../jobs/delivery-worker.ts';
import type { AuditStreamWorker } from '../jobs/events/audit-stream-worker.ts';
import { createLiveHub, type LiveHub } from '../live/hub.ts';
import { createMailGateway } from '../mail/gateway.ts';
import { createOutbox } from '../mail/outbox.ts';
import type { MailWorker } from '../mail/worker.ts';
import { createCallCounts } from '../platform/call-counts.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { createClockWatch } from '../platform/clock-watch.ts';
import { dataFolder, prepareDataFolder } from '../platform/data-folder.ts';
import type { Resolve } from '../platform/gate/connections.ts';
import { type Ids, randomIds } from '../platform/ids.ts';
import { createInFlight } from '../platform/in-flight.ts';
import { type LogOutput, openStderrLog } from '../platform/log-output.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createServiceAddresses } from '../platform/service-addresses.ts';
import type { ServiceRecord } from '../platform/service-record.ts';
import { createSteadyClock } from '../platform/steady-clock.ts';
import type { TestClock } from '../platform/test-clock.ts';
import type { ProviderDependencies } from '../provider/connections.ts';
import { type OpenInstallation, openInstallation } from '../security/open-installation.ts';
import type { Passwords } from '../security/passwords.ts';
import { assertNotServed } from '../service-commands/client.ts';
import { recordRotation } from '../service-commands/keys/rotate-keys.ts';
import type { SystemContext } from '../services/context.ts';
import { createAuditCounts } from '../storage/cache/audit-counts.ts';
import { createMemberCounts } from '../storage/cache/member-counts.ts';
import { createMemberPages } from '../storage/cache/member-pages.ts';
import { createAuditStreams } from '../webhooks/audit-streams.ts';
import { createDeliveryAttempts } from '../webhooks/delivery-attempts.ts';
import { createEventPolls } from '../webhooks/event-polls.ts';
import { createPostMessage } from '../webhooks/post-message.ts';
import { composeAudit } from './compose-audit.ts';
import { composeBackground } from './compose-background.ts';
import { composeProvider } from './compose-provider.ts';
import { composeSecurity } from './compose-security.ts';
import type { Foundation } from './foundation.ts';
import type { BackgroundWork } from './service-metrics.ts';

/** What tests override (the clock, the log and the connection to the hosting provider), and where the service runs. */
export interface Overrides {
  clock?: Clock;
  ids?: Ids;
  log?: Logger;
  /** Where `log` writes, for the metric of dropped lines. */
  logOutput?: Pick<LogOutput, 'dropped'>;
  provider?: ProviderDependencies;
  /** How names of event destinations are resolved, and how long their answers may take, in milliseconds. */
  webhooks?: { resolve?: Resolve; answerMs?: number };
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
  readonly eventWorker: DeliveryWorker;
  readonly logoutWorker: DeliveryWorker;
  readonly auditStreamWorker: AuditStreamWorker;
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
    databaseServer: config.databaseServer,
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
  const { keys, db } = installation;
  reportAnchorProblem(installation.storedAnchors.doubt, folder, log);
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
  const steady = createSteadyClock(clock);
  const clockWatch = createClockWatch(clock);
  const foundation: Foundation = {
    config,
    folder,
    installation,
    clock,
    clockWatch,
    steady,
    ids,
    log,
    stopping: stopping.signal,
  };
  const { announce, ...serviceAddresses } = createServiceAddresses(config, record);
  const secrets = createSecrets(config);
  const security = await composeSecurity(foundation, overrides.passwords);
  const { secretBox } = security;
  const audit = composeAudit(foundation);
  const memberCounts = createMemberCounts(db);
  const postMessage = createPostMessage({ steady, proxy: config.outgoingProxy, ...overrides.webhooks });
  const context: SystemContext = {
    config,
    db,
    keys,
    clock,
    clockWatch,
    steady,
    ids,
    log,
    secrets,
    ...security,
    ...audit.parts,
    ...composeProvider(foundation, secretBox, overrides.provider),
    memberCounts,
    auditCounts: createAuditCounts(db),
    memberPages: createMemberPages(db, memberCounts),
    outbox: createOutbox({
      clock,
      ids,
      secretBox,
      rateLimits: config.rateLimits,
      origin: serviceAddresses.origin,
      desktop,
    }),
    mailGateway: createMailGateway({ config, secrets }, db, secretBox, record?.mail_server),
    postMessage,
    auditStreams: createAuditStreams(config.auditStreams, {
      postMessage,
      clock,
      host: config.mailHostname ?? '',
      secret: config.auditStreamSecret,
    }),
    eventAttempts: createDeliveryAttempts(),
    logoutAttempts: createDeliveryAttempts(),
    eventPolls: createEventPolls(db.changes, stopping.signal),
    backups: createBackups({
      plan: backupPlan(config, secrets),
      folder,
      databaseServer: config.databaseServer,
      clock,
      log,
    }),
    ...serviceAddresses,
    inFlight: createInFlight(),
    callCounts: createCallCounts(),
    startedAt: clock.now(),
    jobRuns: () => background.jobRuns(),
  };
  if (installation.isRotationUnrecorded) await recordRotation(context);
  const background = composeBackground(context, stopping.signal);
  return {
    context,
    mailWorker: background.mailWorker,
    eventWorker: background.eventWorker,
    logoutWorker: background.logoutWorker,
    auditStreamWorker: background.auditStreamWorker,
    live: createLiveHub(context),
    background,
    announce,
    async start() {
      background.start();
    },
    async stop() {
      stopping.abort();
      await context.backups.stop();
      await background.stopJobs();
      await audit.close();
      await background.stopSending();
      await Promise.race([context.inFlight.drain(), sleep(drainTimeMs, undefined, { ref: false })]);
      await security.callers.flush();
      await security.failedSignIns.flush();
      await writeLastHeads(context);
      if (!overrides.passwords) await security.passwords.close();
      await db.close();
    },
  };
};
