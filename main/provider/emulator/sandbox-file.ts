import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { checkPrivateFile } from '../../platform/data-folder.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { replacePrivateFile } from '../../platform/private-file.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { SandboxStorage } from './sandbox.ts';
import { type EmulatorState, emulatorState, sandboxShape } from './state.ts';

const fileSchema = z.strictObject({ version: z.literal(1), accounts: z.record(z.string(), emulatorState) });
type Accounts = Map<string, EmulatorState>;

/** The accounts in a file. None if there is no file. @throws Error if it can't be read */
export const readSandboxes = async (path: string): Promise<Accounts> => {
  let text: string;
  try {
    await checkPrivateFile(path);
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw cause;
  }
  return new Map(Object.entries(fileSchema.parse(JSON.parse(text)).accounts));
};

/** The number of accounts in a file, or 0 if there is no file. @throws Error if it can't be read */
export const countSandboxes = async (path: string): Promise<number> => (await readSandboxes(path)).size;

/** The accounts that a database server keeps in rows. */
export const readSandboxRows = (
  rows: readonly { tenant_id: string; state: StoredJson<'sandbox_accounts.state'> }[],
): Accounts => new Map(rows.map(({ tenant_id, state }) => [tenant_id, sandboxShape.read(state, tenant_id)]));

export const writeSandboxes = (path: string, accounts: Accounts): Promise<void> =>
  replacePrivateFile(path, `${JSON.stringify({ version: 1, accounts: Object.fromEntries(accounts) })}\n`);

/** All accounts in one file, `sandbox.json` in the data folder. */
export const sandboxFile = (path: string): SandboxStorage => {
  let loaded: Accounts | undefined;
  // So that the file has a single writer.
  const alone = oneAtATime();

  return {
    use: (name, work) =>
      alone(async () => {
        const accounts = loaded ?? (await readSandboxes(path));
        // Keep no state in memory until the save succeeds: if it fails, the next call reloads the unchanged file.
        loaded = undefined;
        const { value, state } = await work(accounts.get(name));
        if (state) {
          accounts.set(name, state);
          await writeSandboxes(path, accounts);
        }
        loaded = accounts;
        return value;
      }),
    keepOnly: (names) =>
      alone(async () => {
        const accounts = loaded ?? (await readSandboxes(path));
        const gone = [...accounts.keys()].filter((name) => !names.includes(name));
        if (gone.length === 0) return;
        loaded = undefined;
        for (const name of gone) accounts.delete(name);
        await writeSandboxes(path, accounts);
        loaded = accounts;
      }),
    reset: (name) =>
      alone(async () => {
        const accounts = await readSandboxes(path).catch((): Accounts => new Map());
        accounts.delete(name);
        await writeSandboxes(path, accounts);
        loaded = accounts;
      }),
  };
};
