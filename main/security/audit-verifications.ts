import { auditVerifying } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import type { SteadyClock } from '../platform/steady-clock.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import type { AuditAnchors } from './audit-anchors.ts';
import type { AuditChain } from './audit-chain.ts';
import {
  type AuditThread,
  type AuditVerdict,
  type AuditVerification,
  compareWithAnchor,
  createAnyVerification,
} from './audit-verification.ts';

/** What is known of a log, and whether that is all. */
export interface AuditFindings {
  verdict: AuditVerdict;
  total: number;
  complete: boolean;
}

/**
 * DECISION 0058: the verifications that people ask for, one at a time per tenant. Over all tenants, `atOnce` read and
 * check a page at the same time; the others take turns with them.
 */
export interface AuditVerifications {
  /**
   * Joins the tenant's verification, or goes on where the last one stopped. Answers what is known once `waitMs` have passed.
   * @throws AppError BUSY if too many wait for their turn
   */
  verify(tenantId: string, waitMs: number): Promise<AuditFindings>;
}

interface Entry {
  readonly verification: AuditVerification;
  /** Until when someone waits for it. */
  until: number;
  running?: Promise<AuditVerdict | undefined> | undefined;
}

interface Dependencies {
  db: Pick<Database, 'scopedTo'>;
  audit: AuditChain;
  anchors: Pick<AuditAnchors, 'of' | 'doubt'>;
  thread?: AuditThread | undefined;
  steady: SteadyClock;
  stopping: AbortSignal;
}

/** The value, or undefined once the time has passed. */
const within = async <Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const createAuditVerifications = ({
  db,
  audit,
  anchors,
  thread,
  steady,
  stopping,
}: Dependencies): AuditVerifications => {
  const readsOf = (tenant: string): Queries => db.scopedTo({ tenant }).read;
  const entries = new Map<string, Entry>();
  const turns = createFairQueue({
    slots: auditVerifying.atOnce,
    total: auditVerifying.waiting,
    perKey: 1,
    waitMs: auditVerifying.answerMs,
    refuse: () => new AppError('BUSY', { retry_after: auditVerifying.retryAfterSeconds }),
  });

  const step = async (tenantId: string, { verification }: Entry): Promise<AuditVerdict | undefined> => {
    const release = await turns.acquire({ path: [tenantId] });
    try {
      return await verification.step();
    } finally {
      release();
    }
  };
  /** Works as long as someone waits. */
  const run = async (tenantId: string, entry: Entry): Promise<AuditVerdict | undefined> => {
    // Read it first, so that the rows are at least as new as it is.
    const anchor = anchors.of(tenantId);
    await entry.verification.resume();
    do {
      const verdict = await step(tenantId, entry);
      if (verdict) {
        return compareWithAnchor({ db: readsOf(tenantId), chain: audit }, anchors, tenantId, anchor, verdict);
      }
    } while (steady.now() < entry.until && !stopping.aborted);
    return undefined;
  };
  const start = async (tenantId: string, entry: Entry): Promise<AuditVerdict | undefined> => {
    try {
      const verdict = await run(tenantId, entry);
      if (verdict) entries.delete(tenantId);
      return verdict;
    } finally {
      entry.running = undefined;
    }
  };
  const forgetAbandoned = (): void => {
    for (const [tenantId, { running, until }] of entries) {
      if (!running && until + auditVerifying.keptMs < steady.now()) entries.delete(tenantId);
    }
  };

  return {
    async verify(tenantId, waitMs) {
      forgetAbandoned();
      const entry = entries.get(tenantId) ?? {
        verification: createAnyVerification({ db: readsOf(tenantId), chain: audit, thread }, tenantId),
        until: 0,
      };
      entries.set(tenantId, entry);
      entry.until = Math.max(entry.until, steady.now() + waitMs);
      entry.running ??= start(tenantId, entry);
      const verdict = await within(waitMs, entry.running);
      const { checked, total } = entry.verification.progress();
      return { verdict: verdict ?? { valid: true, checked }, total, complete: verdict !== undefined };
    },
  };
};
