import { minute, second } from '#shared/rules/limits.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';
import type { SystemContext } from '../../services/context.ts';
import { eventIdOf } from '../../services/events/present-event.ts';
import { presentAuditEvent } from '../../services/recording/present-audit-event.ts';
import { type AuditEventRow, auditEventsAfter } from '../../storage/store/audit/audit-events.ts';
import { advanceAuditStream, listUnsentLogs, type UnsentLog } from '../../storage/store/audit/audit-streams.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';
import type { AuditStream, StreamRecord } from '../../webhooks/audit-streams.ts';

/** Sends the audit logs of all organizations to where the operator wants them. */
export interface AuditStreamWorker {
  start(): void;
  /** Tries to send everything; resolves once it is sent, or one attempt has failed. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** How soon after a commit a round begins: some receivers take one connection for each. */
const collectMs = 1 * second;
/** How long to wait for the next round in any case. */
const roundMs = 1 * minute;
/** The pause after a first failure, and the longest. */
const pauseMs = { first: 2 * second, longest: 1 * minute };
/** Entries that are sent together. */
const mostAtOnce = 500;

/** An entry with everything that the log has, as an event and beyond. */
const recordOf = (row: AuditEventRow): StreamRecord => ({
  id: eventIdOf(row),
  type: eventTypeOf[row.action],
  tenant_id: row.tenant_id,
  ...presentAuditEvent(row),
});

interface Batch {
  readonly records: readonly StreamRecord[];
  /** Up to where each log is sent then. */
  readonly ends: readonly UnsentLog[];
}

const nextBatch = async (
  { db, log }: Pick<SystemContext, 'db' | 'log'>,
  stream: string,
  most: number,
): Promise<Batch> => {
  const records: StreamRecord[] = [];
  const ends: UnsentLog[] = [];
  for (const { tenant_id, position } of await listUnsentLogs(db.read, stream)) {
    const rows = await auditEventsAfter(db.read, tenant_id, position, most - records.length);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) continue;
    const missing = first.sequence - position - 1;
    if (missing > 0)
      log.error({ tenant_id, stream, missing }, 'audit log entries are missing, so they are not streamed');
    records.push(...rows.map(recordOf));
    ends.push({ tenant_id, position: last.sequence });
    if (records.length >= most) break;
  }
  return { records, ends };
};

const createStreamWork = (context: SystemContext, stream: AuditStream, stopping: AbortSignal) => {
  const { db, log } = context;
  let failures = 0;
  let atOnce = mostAtOnce;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const sendAll = async (lost: AbortSignal): Promise<void> => {
    const ending = AbortSignal.any([lost, stopping]);
    while (!ending.aborted) {
      // A copy of the data must not speak for the original: what holds email holds this.
      if (stream.isRemote && (await findMailHold(db.read))) return;
      const { records, ends } = await nextBatch(context, stream.name, atOnce);
      if (records.length === 0) return;
      await stream.send(records, ending);
      await db.transaction({}, async (tx) => {
        for (const end of ends) await advanceAuditStream(tx, stream.name, end);
      });
      [failures, atOnce] = [0, mostAtOnce];
    }
  };

  /** One instance at a time sends, so that entries stay in order. */
  const round = async (): Promise<void> => {
    clearTimeout(timer);
    if (stopping.aborted) return;
    let wait = roundMs;
    try {
      await db.lead(`audit stream ${stream.name}`, sendAll);
    } catch (error) {
      if (stopping.aborted) return;
      wait = Math.min(pauseMs.first * 2 ** failures, pauseMs.longest);
      failures += 1;
      // Perhaps it was too much.
      atOnce = Math.max(1, Math.floor(atOnce / 2));
      log.error({ err: error, stream: stream.name }, 'failed to send audit log entries; will retry');
    }
    timer = setTimeout(() => void run(), wait).unref();
  };
  const run = (): Promise<void> => {
    running = running.then(round);
    return running;
  };
  return {
    run,
    nudge(): void {
      if (failures > 0 || stopping.aborted) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        void run();
      }, collectMs).unref();
    },
    async stop(): Promise<void> {
      clearTimeout(soon);
      await running;
      clearTimeout(timer);
    },
  };
};

/**
 * DECISION 0298: the audit logs are the outbox here, too. A receiver's position in each log is taken forward once it has the entries,
 * so each arrives at least once and in order, whatever happens in between.
 */
export const createAuditStreamWorker = (context: SystemContext): AuditStreamWorker => {
  const stopping = new AbortController();
  const works = context.auditStreams.map((stream) => createStreamWork(context, stream, stopping.signal));
  const runAll = async (): Promise<void> => {
    await Promise.all(works.map(({ run }) => run()));
  };
  return {
    start() {
      if (works.length === 0) return;
      context.db.changes.onCommit('audit', () => {
        for (const { nudge } of works) nudge();
      });
      context.db.changes.onCommit('mail_settings', () => {
        for (const { nudge } of works) nudge();
      });
      void runAll();
    },
    drain: runAll,
    async stop() {
      stopping.abort();
      await Promise.all(works.map(({ stop }) => stop()));
    },
  };
};
