import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { SendError } from '../send-error.ts';
import type { Send } from '../transport.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { initialState } from './initial-state.ts';
import type { EmulatorState, Settings } from './state.ts';

/** One sandbox account: an emulated provider that persists across restarts, without a network. */
export interface Sandbox {
  /** Replaces the network in a transport. */
  readonly send: Send;
  /** Pays an invoice, like the provider's client area would. False if there is none to pay. */
  payInvoice(invoiceid: number): Promise<boolean>;
  /** Cancels an order that was not applied yet. False if there is none. */
  cancelOrder(serviceid: number): Promise<boolean>;
  /** Deletes all state; the next call starts fresh. Also repairs damaged state. */
  reset(): Promise<void>;
}

/** All accounts. */
export interface Sandboxes {
  /** Created on its first call. Tenants never see each other's account. */
  account(name: string): Sandbox;
  /** Deletes every account except these. @throws Error if the file can't be read or written */
  keepOnly(names: readonly string[]): Promise<void>;
}

/** Where the states of the accounts are stored. */
export interface SandboxStorage {
  /**
   * Runs work on the state of an account, one at a time; undefined if there is none. Stores the state that it returns, if
   * any, before it resolves.
   */
  use<Value>(
    name: string,
    work: (state: EmulatorState | undefined) => Promise<{ value: Value; state: EmulatorState | undefined }>,
  ): Promise<Value>;
  reset(name: string): Promise<void>;
  keepOnly(names: readonly string[]): Promise<void>;
}

export const sandboxUrl = 'https://sandbox.invalid/cloud/api.php';
export const sandboxKey = 'sandbox';

/** The accounts in a storage. */
export const openSandboxes = (
  storage: SandboxStorage,
  { clock, settings = {} }: { clock: Clock; settings?: Partial<Settings> },
): Sandboxes => {
  /** Runs work on an account's emulator, and saves its changes before responding. */
  const use = <Value>(name: string, work: (emulator: Emulator) => Value | Promise<Value>): Promise<Value> =>
    storage.use(name, async (known) => {
      const before = known && JSON.stringify({ ...known, calls: {} });
      const state = known ?? initialState(clock.now(), { ...settings, key: sandboxKey });
      const value = await work(createEmulator(state, { clock }));
      return { value, state: JSON.stringify({ ...state, calls: {} }) === before ? undefined : state };
    });

  return {
    keepOnly: (names) => storage.keepOnly(names),
    account: (name) => ({
      async send(request) {
        try {
          return await use(name, (emulator) => emulator.handle(request));
        } catch (error) {
          const reason = error instanceof AppError ? 'network' : 'sandbox_damaged';
          throw new SendError(reason, true, (error as NodeJS.ErrnoException).code ?? null);
        }
      },
      payInvoice: (invoiceid) => use(name, (emulator) => emulator.payInvoice(invoiceid)),
      cancelOrder: (serviceid) => use(name, (emulator) => emulator.cancelOrder(serviceid)),
      reset: () => storage.reset(name),
    }),
  };
};
