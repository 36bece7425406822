import { setImmediate } from 'node:timers/promises';
import type { Queries } from '../storage/database/schema.ts';
import {
  type AuditEventRow,
  auditEventHash,
  auditEventsAfter,
  hasAuditActionAfter,
} from '../storage/store/audit/audit-events.ts';
import { findAuditHead } from '../storage/store/audit/audit-heads.ts';
import { areSearchTexts } from '../storage/store/audit/audit-search-texts.ts';
import { detailsOf } from '../storage/store/stored-columns.ts';
import type { Anchor, AuditAnchors } from './audit-anchors.ts';
import type { AuditChain } from './audit-chain.ts';
import { findLogStart, hasEntry, type LogStart } from './audit-checkpoints.ts';
import { createErasures, type Erasures } from './audit-erasures.ts';

/** The result of a verification. */
export interface AuditVerdict {
  valid: boolean;
  /** The number of valid rows. */
  checked: number;
  /** The sequence number of the first invalid row. */
  first_broken?: number;
  /** How many rows before them were removed at the end of their retention period. Absent if none were. */
  removed?: number;
  /**
   * `cut`: rows that the log once had are gone. `unknown`: it can't be told, because the file of heads was lost. Absent if
   * the log still has its anchored row.
   */
  end?: 'cut' | 'unknown';
}

const pageSize = 500;

/** Rows that are checked before other work gets the event loop: a row takes up to 0.06 ms, and longer on a slow computer. */
const sliceSize = 50;

/**
 * A log must begin with the sign-up that created its tenant. Otherwise, deleting the whole log would allow a fresh
 * start.
 */
const isBeginning = ({ sequence, action }: AuditEventRow): boolean => (sequence === 1) === (action === 'signup');

const partsHold = (chain: AuditChain, row: AuditEventRow, erasures: Erasures): boolean => {
  const { actor_erased_for, target_erased_for, sequence } = row;
  if (!chain.originHolds(row)) return false;
  if (!areSearchTexts(row)) return false;
  if (actor_erased_for === null) {
    if (!chain.actorHolds(row)) return false;
  } else {
    if (row.actor_name !== null || row.ip_address !== null) return false;
    erasures.note(actor_erased_for, sequence, 'actor');
  }
  if (target_erased_for === null) return chain.targetHolds(row);
  erasures.note(target_erased_for, sequence, 'target');
  return row.target_label === null && row.details === null;
};

/** Whether the log was not begun again before an entry up to which rows were removed. */
const removalHolds = (row: AuditEventRow, { sequence }: LogStart): boolean => {
  const { last_entry } = detailsOf(row);
  return typeof last_entry === 'number' && last_entry <= sequence;
};

/** Where one reading of the log stands. */
interface Pass {
  readonly start: LogStart;
  /** The head's number when it began. */
  readonly begun: number;
  readonly erasures: Erasures;
  total: number;
  last: number;
  lastHash: string;
}

/** Verifies a tenant's audit log from its first row, or the checkpoint in its place, to its sealed head, page by page, without blocking writers. */
export interface AuditVerification {
  /** Checks the next page. Resolves with the verdict once there is one. */
  step(signal?: AbortSignal): Promise<AuditVerdict | undefined>;
  /** After a pause: begins again if the rows checked so far are no longer what the log begins with. */
  resume(): Promise<void>;
  /** How many rows hold so far, and how many the log had when someone last looked. */
  progress(): { checked: number; total: number };
}

/** What a verification reads from and checks with. Both may be replaced between two steps. */
export interface VerificationReading {
  db: Queries;
  chain: AuditChain;
}

export const createVerificationOf = (reading: VerificationReading, tenantId: string): AuditVerification => {
  let current: Pass | undefined;
  const findStart = () => findLogStart(reading.db, reading.chain, tenantId);
  const begin = async (): Promise<Pass | undefined> => {
    const begun = (await findAuditHead(reading.db, tenantId))?.sequence ?? 0;
    const start = await findStart();
    if (!start) return undefined;
    const { sequence: last, hash: lastHash } = start;
    return { start, begun, erasures: createErasures(start.erasures), total: begun, last, lastHash };
  };
  /** The first row that doesn't hold, or undefined if all do. */
  const checkRows = async (pass: Pass, rows: readonly AuditEventRow[]): Promise<number | undefined> => {
    for (const [index, row] of rows.entries()) {
      if (index % sliceSize === 0) await setImmediate();
      const holds =
        row.sequence === pass.last + 1 &&
        isBeginning(row) &&
        reading.chain.linkHolds(row, pass.lastHash) &&
        partsHold(reading.chain, row, pass.erasures) &&
        (row.action !== 'purgeAccount' || pass.erasures.settle(row)) &&
        (row.action !== 'purgeAuditLog' || removalHolds(row, pass.start));
      if (!holds) return pass.last + 1;
      pass.last = row.sequence;
      pass.lastHash = row.hash;
    }
    return undefined;
  };
  const checkPage = async (pass: Pass, signal: AbortSignal | undefined): Promise<AuditVerdict | undefined> => {
    const verdict = (valid: boolean): AuditVerdict => ({
      valid,
      checked: pass.last - pass.start.sequence,
      ...(pass.start.sequence > 0 && { removed: pass.start.sequence }),
    });
    const broken = (sequence: number): AuditVerdict => ({ ...verdict(false), first_broken: sequence });
    const rows = await auditEventsAfter(reading.db, tenantId, pass.last, pageSize);
    signal?.throwIfAborted();
    const failed = await checkRows(pass, rows);
    if (failed !== undefined) return broken(failed);
    if (rows.length > 0) return undefined;
    // Read the head after the rows, so that it is at least as new as they are.
    const head = await findAuditHead(reading.db, tenantId);
    if (!head || !reading.chain.headHolds(head)) return broken(pass.last + 1);
    pass.total = head.sequence;
    if (head.sequence === pass.last) {
      if (head.hash !== pass.lastHash) return broken(pass.last);
      const unsettled = pass.erasures.firstUnsettled();
      return unsettled === undefined ? verdict(true) : broken(unsettled);
    }
    if (head.sequence < pass.last) return broken(head.sequence + 1);
    const added = await auditEventsAfter(reading.db, tenantId, pass.last, 1);
    return added.length === 0 ? broken(pass.last + 1) : undefined;
  };
  return {
    async step(signal) {
      current ??= await begin();
      // Without a checkpoint that holds, nothing says that the log may begin anywhere but at its first row.
      if (!current) return { valid: false, checked: 0, first_broken: 1 };
      const verdict = await checkPage(current, signal);
      if (verdict === undefined || verdict.valid) return verdict;
      const { begun, start } = current;
      // An account deleted during the pass was erased from rows that we had already read, and the purge removes rows.
      const isOutdated =
        (await hasAuditActionAfter(reading.db, tenantId, 'purgeAccount', begun)) ||
        ((await findStart())?.version ?? start.version) !== start.version;
      if (!isOutdated) return verdict;
      current = undefined;
      return undefined;
    },
    async resume() {
      if (!current || current.last === current.start.sequence) return;
      const head = await findAuditHead(reading.db, tenantId);
      const hash = await auditEventHash(reading.db, tenantId, current.last);
      if (head && head.sequence >= current.last && hash === current.lastHash) current.total = head.sequence;
      else current = undefined;
    },
    progress() {
      if (!current) return { checked: 0, total: 0 };
      const { last, total, start } = current;
      return { checked: last - start.sequence, total: Math.max(last, total) - start.sequence };
    },
  };
};

export const createVerification = (db: Queries, chain: AuditChain, tenantId: string): AuditVerification =>
  createVerificationOf({ db, chain }, tenantId);

/** A thread that verifies long logs, so that they delay no one. */
export interface AuditThread {
  open(tenantId: string): AuditVerification;
}

/** Of longer logs, each takes more than half a second. Starting a thread for less takes as long. */
const longLog = 20_000;

/** Verifies a long log in a thread, if there is one, and others here. */
export const createAnyVerification = (
  { db, chain, thread }: VerificationReading & { thread?: AuditThread | undefined },
  tenantId: string,
): AuditVerification => {
  let chosen: AuditVerification | undefined;
  const choose = async (): Promise<AuditVerification> => {
    const isLong = ((await findAuditHead(db, tenantId))?.sequence ?? 0) > longLog;
    return isLong && thread ? thread.open(tenantId) : createVerification(db, chain, tenantId);
  };
  return {
    async step(signal) {
      chosen ??= await choose();
      return chosen.step(signal);
    },
    resume: async () => chosen?.resume(),
    progress: () => chosen?.progress() ?? { checked: 0, total: 0 },
  };
};

/**
 * Verifies a tenant's audit log in one go.
 * @throws the reason of `signal` once it is aborted.
 */
export const verifyAuditChain = async (
  db: Queries,
  chain: AuditChain,
  tenantId: string,
  signal?: AbortSignal,
  thread?: AuditThread,
): Promise<AuditVerdict> => {
  const verification = createAnyVerification({ db, chain, thread }, tenantId);
  for (;;) {
    const verdict = await verification.step(signal);
    if (verdict) return verdict;
  }
};

type KnownEnds = Pick<AuditAnchors, 'of' | 'doubt'>;

/** Adds what the anchor outside of the database tells: whether the log still has the row that it names. */
export const compareWithAnchor = async (
  { db, chain }: VerificationReading,
  anchors: KnownEnds,
  tenantId: string,
  anchor: Anchor | undefined,
  verdict: AuditVerdict,
): Promise<AuditVerdict> => {
  if (anchor && !(await hasEntry(db, chain, tenantId, anchor))) {
    const removed = verdict.removed ?? 0;
    const first = Math.min(verdict.first_broken ?? removed + verdict.checked + 1, anchor.sequence);
    return { ...verdict, valid: false, checked: Math.max(0, first - 1 - removed), first_broken: first, end: 'cut' };
  }
  return anchors.doubt() === undefined ? verdict : { ...verdict, end: 'unknown' };
};

/** Verifies a tenant's audit log, and that it still has the row that its anchor outside of the database names. */
export const verifyAuditLog = async (
  db: Queries,
  chain: AuditChain,
  anchors: KnownEnds,
  tenantId: string,
  signal?: AbortSignal,
  thread?: AuditThread,
): Promise<AuditVerdict> => {
  // Read it first, so that the rows are at least as new as it is.
  const anchor = anchors.of(tenantId);
  const verdict = await verifyAuditChain(db, chain, tenantId, signal, thread);
  return compareWithAnchor({ db, chain }, anchors, tenantId, anchor, verdict);
};
