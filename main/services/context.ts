import type { Backups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config/config.ts';
import type { MailGateway } from '../mail/gateway.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { CallCounts } from '../platform/call-counts.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import type { Countries } from '../platform/countries.ts';
import type { Ids } from '../platform/ids.ts';
import type { InFlight } from '../platform/in-flight.ts';
import type { JobRuns } from '../platform/job-runs.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SteadyClock } from '../platform/steady-clock.ts';
import type { Connect } from '../provider/connections.ts';
import type { Sandboxes } from '../provider/emulator/sandbox.ts';
import type { ProviderUsage } from '../provider/provider-usage.ts';
import type { AccessTokens } from '../security/access-tokens.ts';
import type { AuditAnchors } from '../security/audit-anchors.ts';
import type { AuditChain } from '../security/audit-chain.ts';
import type { AuditThread } from '../security/audit-verification.ts';
import type { AuditVerifications } from '../security/audit-verifications.ts';
import type { Callers } from '../security/callers.ts';
import type { FailedSignIns } from '../security/failed-sign-ins.ts';
import type { Idempotency } from '../security/idempotency.ts';
import type { KeyStore } from '../security/key-store.ts';
import type { KnownDevices } from '../security/known-devices.ts';
import type { PasswordChecks } from '../security/password-checks.ts';
import type { Passwords } from '../security/passwords.ts';
import type { RefreshTokens } from '../security/refresh-tokens.ts';
import type { Rotate } from '../security/rotations.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { SetupToken } from '../security/setup-token.ts';
import type { Throttle } from '../security/throttle.ts';
import type { AuditCounts } from '../storage/cache/audit-counts.ts';
import type { MemberCounts } from '../storage/cache/member-counts.ts';
import type { MemberPages } from '../storage/cache/member-pages.ts';
import type { Database, ReadDatabase } from '../storage/database/database.ts';
import type { AuditStream } from '../webhooks/audit-streams.ts';
import type { DeliveryAttempts } from '../webhooks/delivery-attempts.ts';
import type { EventPolls } from '../webhooks/event-polls.ts';
import type { PostMessage } from '../webhooks/post-message.ts';

/** The process itself: its settings, its database, its clock, where it is reached. */
interface ProcessContext {
  readonly config: Config;
  readonly db: ReadDatabase;
  readonly clock: Clock;
  /** Whether to end, delete or free what is over by the system clock. */
  readonly clockWatch: ClockWatch;
  /** For what has to wait, whatever happens to the system clock. */
  readonly steady: SteadyClock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Settings that may change while the service runs. */
  readonly secrets: Secrets;
  /** Backups that the service makes on its own. */
  readonly backups: Backups;
  /** Base URL of all links: the public URL, or the address that the server listens on. Never the Host header. */
  readonly origin: () => string;
  /** Where it listens, as programs on this computer reach it. Empty until it does. */
  readonly address: () => string;
  /** Every host name, with port, that the server answers to. Empty until it listens. */
  readonly hosts: () => readonly string[];
  /** Operations in flight, including those whose caller has disconnected. */
  readonly inFlight: InFlight;
  readonly callCounts: CallCounts;
  /** When this process started serving, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How the jobs of this process went. */
  readonly jobRuns: () => readonly JobRuns[];
}

/** Who calls: passwords, tokens, sessions, and what slows down guesses. */
export interface SecurityContext {
  readonly passwords: Passwords;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly knownDevices: KnownDevices;
  /** Exchanges refresh tokens. */
  readonly rotate: Rotate;
  readonly callers: Callers;
  readonly throttle: Throttle;
  /** Requests with an Idempotency-Key. */
  readonly idempotency: Idempotency;
  readonly failedSignIns: FailedSignIns;
  /** Where sign-ins come from. */
  readonly countries: Countries;
  /** Guesses of passwords and codes that are being checked. */
  readonly passwordChecks: PasswordChecks;
  readonly secretBox: SecretBox;
  /** Required of the first owner if other computers can connect. */
  readonly setupToken: SetupToken;
}

/** The audit log, and what proves that it is complete. */
export interface AuditContext {
  readonly audit: AuditChain;
  /** The last rows of the audit logs, kept outside of the database. */
  readonly auditAnchors: AuditAnchors;
  readonly auditVerifications: AuditVerifications;
  /** Absent where the database isn't a file. */
  readonly auditThread: AuditThread | undefined;
}

/** Query results, cached until a commit changes them. */
interface CacheContext {
  readonly memberCounts: MemberCounts;
  readonly memberPages: MemberPages;
  readonly auditCounts: AuditCounts;
}

/** Email. */
interface MailContext {
  readonly outbox: Outbox;
  readonly mailGateway: MailGateway;
}

/** Events that other programs are told. */
interface EventContext {
  readonly postMessage: PostMessage;
  readonly eventPolls: EventPolls;
  readonly eventAttempts: DeliveryAttempts;
  /** To tell applications that a session has ended. */
  readonly logoutAttempts: DeliveryAttempts;
  /** Where the operator wants the audit logs of all organizations. */
  readonly auditStreams: readonly AuditStream[];
}

/** The hosting provider. */
export interface ProviderContext {
  readonly sandboxes: Sandboxes;
  /** The client of a tenant's account at the hosting provider. Cached until its settings change. */
  readonly provider: Connect;
  /** How all accounts are used. For metrics. */
  readonly providerUsage: ProviderUsage;
}

/** Everything that operations depend on. They write through their call (services/handler.ts), so `db` only reads. */
export interface AppContext
  extends ProcessContext,
    SecurityContext,
    AuditContext,
    CacheContext,
    MailContext,
    EventContext,
    ProviderContext {}

/** What the service itself works with: jobs, the mail worker, health checks. Created only in app/compose.ts. */
export interface SystemContext extends AppContext {
  readonly db: Database;
  readonly keys: KeyStore;
}
