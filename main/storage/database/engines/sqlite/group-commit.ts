import type { Mutex } from './mutex.ts';

/**
 * Shares one commit among single statements that wait for the same writer. DECISION 0055: pays for "Refresh rotations
 * per second".
 */
export interface GroupCommit {
  /**
   * Runs a write statement, and resolves with its result once that is durable. Rejects with the statement's own error,
   * or with the mutex's if the writer was busy for too long.
   */
  run<Result>(statement: () => Promise<Result>): Promise<Result>;
}

/** The writer's transaction, open while the mutex is held. */
interface Transaction {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A statement that waits for the writer, with the callbacks for its outcome. */
interface Waiting {
  run(): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const alone = ({ run, resolve, reject }: Waiting): Promise<void> => run().then(resolve, reject);

export const createGroupCommit = (mutex: Mutex, { begin, commit, rollback }: Transaction): GroupCommit => {
  const waiting = new Set<Waiting>();

  /** Runs the whole group or nothing. Undefined if a statement failed. */
  const together = async (group: readonly Waiting[]): Promise<unknown[] | undefined> => {
    const results: unknown[] = [];
    try {
      await begin();
      for (const { run } of group) results.push(await run());
      await commit();
      return results;
    } catch {
      await rollback();
      return undefined;
    }
  };

  const runAll = async (group: readonly Waiting[]): Promise<void> => {
    const results = group.length > 1 ? await together(group) : undefined;
    if (results) for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    // Run one at a time, so that each gets its own result or error.
    else for (const one of group) await alone(one);
  };

  const takeTurn = async (own: Waiting): Promise<void> => {
    const release = await mutex.acquire();
    try {
      if (!waiting.has(own)) return;
      const group = [...waiting];
      waiting.clear();
      await runAll(group).catch((error: unknown) => {
        for (const { reject } of group) reject(error);
      });
    } finally {
      release();
    }
  };

  return {
    run<Result>(statement: () => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const own: Waiting = { run: statement, resolve: (result) => resolve(result as Result), reject };
        waiting.add(own);
        takeTurn(own).catch((error: unknown) => {
          // If another turn already ran our statement, ignore the timeout.
          if (waiting.delete(own)) reject(error);
        });
      });
    },
  };
};
