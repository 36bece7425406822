import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { checkPrivateFile } from '../../platform/data-folder.ts';
import { replacePrivateFile } from '../../platform/private-file.ts';
import { type Send, SendError } from '../transport.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { type EmulatorState, emulatorState, initialState, type Settings } from './state.ts';

/** One sandbox account: an emulated provider that persists across restarts, without a network. */
export interface Sandbox {
  /** Replaces the network in a transport. */
  readonly send: Send;
  /** Pays an invoice, like the provider's client area would. False if there is none to pay. */
  payInvoice(invoiceid: number): Promise<boolean>;
  /** Cancels an order that was not applied yet. False if there is none. */
  cancelOrder(serviceid: number): Promise<boolean>;
  /** Deletes all state; the next call starts fresh. Also repairs a damaged file. */
  reset(): Promise<void>;
}

/** All accounts in one file. */
export interface Sandboxes {
  /** Created on its first call. Tenants never see each other's account. */
  account(name: string): Sandbox;
  /** Deletes every account except these. @throws Error if the file can't be read or written */
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

/** The number of accounts in a file, or 0 if there is no file. @throws Error if it can't be read */
export const countSandboxes = async (path: string): Promise<number> => (await load(path)).size;

const save = (path: string, accounts: Accounts): Promise<void> =>
  replacePrivateFile(path, `${JSON.stringify({ version: 1, accounts: Object.fromEntries(accounts) })}\n`);

/** The accounts stored in `sandbox.json` in the data folder. */
export const openSandboxes = (
  path: string,
  { clock, settings = {} }: { clock: Clock; settings?: Partial<Settings> },
): Sandboxes => {
  let loaded: Accounts | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs work one at a time, so that the file has a single writer. */
  const alone = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };

  /** Runs work on an account's emulator, and saves its changes before responding. */
  const use = <Value>(name: string, work: (emulator: Emulator) => Value | Promise<Value>): Promise<Value> =>
    alone(async () => {
      const accounts = loaded ?? (await load(path));
      // Keep no state in memory until the save succeeds: if it fails, the next call reloads the unchanged file.
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
