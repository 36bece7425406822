import type { Clock } from '../../platform/clock.ts';
import { answerOf } from './actions.ts';
import { type FaultName, faults } from './faults.ts';
import { openOrder, settle } from './rules.ts';
import type { EmulatorState } from './state.ts';

/** A stateful emulation of the hosting provider: the responses, states and gaps of seed 001, without a network. */
export interface Emulator {
  handle(request: Request): Promise<Response>;
  /** The emulator's full state. Changes with every call. */
  readonly state: EmulatorState;
  /** Applies everything that has become due since the last call. */
  settle(): void;
  /** Not part of the API, as at the provider: pays an invoice. False if there is none to pay. */
  payInvoice(invoiceid: number): boolean;
  /** Not part of the API: cancels an order that was not applied yet. False if there is none. */
  cancelOrder(serviceid: number): boolean;
  /** Makes the next calls fail, either of one action or of any. */
  fail(fault: FaultName, options?: { action?: string; times?: number }): void;
}

export interface EmulatorOptions {
  clock: Clock;
  /** What a call without a response waits for. Forever by default. */
  hang?: () => Promise<never>;
}

const forever = (): Promise<never> => new Promise(() => {});

/** Creates an emulator over a state, and mutates that state. */
export const createEmulator = (state: EmulatorState, { clock, hang = forever }: EmulatorOptions): Emulator => {
  const planned: { fault: FaultName; action: string | undefined; times: number }[] = [];

  const takeFault = (action: string) => {
    const next = planned.find((plan) => plan.times > 0 && (plan.action === undefined || plan.action === action));
    if (!next) return undefined;
    next.times -= 1;
    return faults[next.fault];
  };

  return {
    state,
    async handle(request) {
      const form = new URLSearchParams(await request.text());
      const action = form.get('action') ?? '';
      const now = clock.now();
      settle(state, now);
      state.calls[action] = (state.calls[action] ?? 0) + 1;
      const carryOut = (): Response => answerOf({ state, form, now });
      const fault = takeFault(action);
      return fault ? await fault.answer({ carryOut, hang }) : carryOut();
    },
    settle: () => settle(state, clock.now()),
    payInvoice(invoiceid) {
      const order = state.orders.find((candidate) => candidate.invoiceid === invoiceid);
      if (order?.status !== 'unpaid') return false;
      order.status = 'paid';
      return true;
    },
    cancelOrder(serviceid) {
      const order = openOrder(state, serviceid);
      if (!order) return false;
      order.status = 'cancelled';
      return true;
    },
    fail(fault, { action, times = 1 } = {}) {
      planned.push({ fault, action, times });
    },
  };
};
