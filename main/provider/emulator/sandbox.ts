import { open, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { checkPrivateFile } from '../../platform/data-folder.ts';
import { type Send, SendError } from '../transport.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { type EmulatorState, emulatorState, initialState, type Settings } from './state.ts';

/** One account of the sandbox: an emulated provider that outlives the program, without a network. */
export interface Sandbox {
  /** What a transport is given instead of the network. */
  readonly send: Send;
  /** Pays an invoice, as the client area of the provider would. False where there is none to pay. */
  payInvoice(invoiceid: number): Promise<boolean>;
  /** Takes an order back that was not applied yet. False where there is none. */
  cancelOrder(serviceid: number): Promise<boolean>;
  /** Forgets everything; the next call begins anew. Also what mends a damaged file. */
  reset(): Promise<void>;
}

/** The accounts in one file. */
export interface Sandboxes {
  /** Made with its first call. One tenant never sees another's. */
  account(name: string): Sandbox;
  /** Forgets every account but these. @throws Error where the file cannot be read or written */
  keepOnly(names: readonly string[]): Promise<void>;
}

export const sandboxUrl = 'https://sandbox.invalid/cloud/api.php';
export const sandboxKey = 'sandbox';

const fileSchema = z.strictObject({ version: z.literal(1), accounts: z.record(z.string(), emulatorState) });
type Accounts = Map<string, EmulatorState>;

const load = async (path: string): Promise<Accounts> => {
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

/** How many accounts a file holds; none where there is no file. @throws Error where it cannot be read */
export const countSandboxes = async (path: string): Promise<number> => (await load(path)).size;

/** Readable by its owner alone, complete or not there: a crash leaves the former file. */
const save = async (path: string, accounts: Accounts): Promise<void> => {
  const draft = `${path}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify({ version: 1, accounts: Object.fromEntries(accounts) })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
};

/** The accounts kept in a file of the data folder, `sandbox.json`. */
export const openSandboxes = (
  path: string,
  { clock, settings = {} }: { clock: Clock; settings?: Partial<Settings> },
): Sandboxes => {
  let loaded: Accounts | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: a file has one writer. */
  const alone = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };

  /** Uses an account's emulator, and writes what it changed before anybody is answered. */
  const use = <Value>(name: string, work: (emulator: Emulator) => Value | Promise<Value>): Promise<Value> =>
    alone(async () => {
      const accounts = loaded ?? (await load(path));
      // Until it is written again, the file alone is the truth: a change that could not be kept did not happen.
      loaded = undefined;
      const known = accounts.get(name);
      const before = known && JSON.stringify({ ...known, calls: {} });
      const state = known ?? initialState(clock.now(), { ...settings, key: sandboxKey });
      const value = await work(createEmulator(state, { clock }));
      if (JSON.stringify({ ...state, calls: {} }) !== before) {
        accounts.set(name, state);
        await save(path, accounts);
      }
      loaded = accounts;
      return value;
    });

  return {
    keepOnly: (names) =>
      alone(async () => {
        const accounts = loaded ?? (await load(path));
        const gone = [...accounts.keys()].filter((name) => !names.includes(name));
        if (gone.length === 0) return;
        loaded = undefined;
        for (const name of gone) accounts.delete(name);
        await save(path, accounts);
        loaded = accounts;
      }),
    account: (name) => ({
      async send(request) {
        try {
          return await use(name, (emulator) => emulator.handle(request));
        } catch (error) {
          throw new SendError('sandbox_damaged', true, (error as NodeJS.ErrnoException).code ?? null);
        }
      },
      payInvoice: (invoiceid) => use(name, (emulator) => emulator.payInvoice(invoiceid)),
      cancelOrder: (serviceid) => use(name, (emulator) => emulator.cancelOrder(serviceid)),
      reset: () =>
        alone(async () => {
          const accounts = await load(path).catch((): Accounts => new Map());
          accounts.delete(name);
          await save(path, accounts);
          loaded = accounts;
        }),
    }),
  };
};
