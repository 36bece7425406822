import type { Mutex } from './mutex.ts';

/** Makes what single statements write durable together: those that wait for the same writer share one commit. */
export interface GroupCommit {
  /**
   * Runs a statement that writes, and resolves with its result once that is durable; rejects with its own error, or
   * with the mutex's where the writer was held too long.
   */
  run<Result>(statement: () => Promise<Result>): Promise<Result>;
}

/** The writer's transaction, taken while the mutex is held. */
interface Transaction {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A statement that waits for the writer, and whoever waits for its outcome. */
interface Waiting {
  run(): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const alone = ({ run, resolve, reject }: Waiting): Promise<void> => run().then(resolve, reject);

export const createGroupCommit = (mutex: Mutex, { begin, commit, rollback }: Transaction): GroupCommit => {
  const waiting = new Set<Waiting>();

  /** All of the group or nothing of it: undefined where one of them failed. */
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
    // By itself, each has its own result or its own error.
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
