import type { Piscina } from 'piscina';
import type { AuditThread } from './audit-verification.ts';
import type { AuditKey, AuditProgress, AuditTask } from './audit-worker.ts';
import type { KeyStore } from './key-store.ts';
import { createWorkerPool } from './worker-pool.ts';

/** The thread of {@link AuditThread}. It ends when no one has used it for a while. */
export interface RunningAuditThread extends AuditThread {
  close(): Promise<void>;
}

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './audit-worker.ts' : './audit-worker.js', import.meta.url)
  .href;

/**
 * DECISION 0173: one thread verifies long audit logs, a few thousand rows at a time. It reads the database file on a
 * connection of its own. If it ends, verifications begin again.
 */
export const createAuditThread = (file: string, keys: Pick<KeyStore, 'list' | 'findAuditKey'>): RunningAuditThread => {
  let pool: Piscina<AuditTask, AuditProgress> | undefined;
  let count = 0;
  const keysOfNow = (): AuditKey[] =>
    keys.list().flatMap(({ kid, status }) => {
      const bytes = keys.findAuditKey(kid);
      return bytes ? [{ kid, bytes, isRetired: status === 'retired' }] : [];
    });
  return {
    open(tenantId) {
      count += 1;
      const verification = `${count}`;
      let progress = { checked: 0, total: 0 };
      const run = async (kind: AuditTask['kind'], signal?: AbortSignal): Promise<AuditProgress> => {
        pool ??= createWorkerPool({ filename: workerFile, maxThreads: 1 });
        const task = { kind, verification, tenantId, file, keys: keysOfNow() };
        const done = await pool.run(task, { ...(signal && { signal }) });
        progress = { checked: done.checked, total: done.total };
        return done;
      };
      return {
        step: async (signal) => (await run('step', signal)).verdict,
        resume: async () => void (await run('resume')),
        progress: () => progress,
      };
    },
    async close() {
      await pool?.destroy();
    },
  };
};
