import { StartError } from '../../../../platform/start-error.ts';
import { openSqlite3, type Sqlite3Connection } from './sqlite3-connection.ts';

const damaged = (file: string, problem: string, options: ErrorOptions = {}): StartError =>
  new StartError({ name: 'damaged', values: { file, problem } }, { ...options, kind: 'damaged' });

/** What an error of SQLite says about a file. Undefined if it isn't about damage. */
export const damageIn = (file: string, cause: unknown): StartError | undefined => {
  const { code, message } = cause as { code?: unknown; message: string };
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' ? damaged(file, message, { cause }) : undefined;
};

/**
 * Reads the whole file; a thorough check also covers every index and reference.
 * @throws StartError if anything is wrong.
 */
export const checkIntegrity = async (
  file: string,
  connection: Sqlite3Connection,
  depth: 'quick' | 'thorough',
): Promise<void> => {
  const [check] = await connection.all(depth === 'quick' ? 'pragma quick_check(1)' : 'pragma integrity_check(1)', []);
  const verdict = Object.values(check ?? {})[0];
  if (verdict !== 'ok') throw damaged(file, String(verdict));
  if (depth === 'thorough' && (await connection.all('pragma foreign_key_check', [])).length > 0) {
    throw damaged(file, 'foreign keys refer to missing rows');
  }
};

/** A check that runs while the service works. */
export interface BackgroundCheck {
  /** Resolves once the check has ended, whatever it found. */
  readonly done: Promise<void>;
  /** @throws Error with what is wrong, once it is known. */
  assertIntact(): void;
  /** Ends the check early. */
  stop(): Promise<void>;
}

/** For small files and after an orderly stop: nothing is left to check. */
export const nothingToCheck: BackgroundCheck = {
  done: Promise.resolve(),
  assertIntact() {},
  async stop() {},
};

/** Checks a file too large to read before the service starts. Readers and the writer keep working meanwhile. */
export const checkInBackground = async (
  file: string,
  onDamage: (error: Error) => void = () => {},
): Promise<BackgroundCheck> => {
  const connection = await openSqlite3(file, 'read-only');
  let problem: Error | undefined;
  let isStopped = false;
  const done = checkIntegrity(file, connection, 'quick')
    .catch((error: unknown) => {
      if (isStopped) return;
      problem = damageIn(file, error) ?? (error as Error);
      onDamage(problem);
    })
    .finally(() => connection.close());
  return {
    done,
    assertIntact() {
      if (problem) throw problem;
    },
    async stop() {
      isStopped = true;
      connection.interrupt();
      await done;
    },
  };
};
