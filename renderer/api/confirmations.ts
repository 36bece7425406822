import type { ConfirmationDemand } from './problem.ts';
import { NotConfirmedError } from './problem.ts';

/** Has the user confirm that it's them, once for all calls that wait for it. */
export interface Confirmations {
  /** How many times the user has decided. A call keeps it when it is sent. */
  decisions: () => number;
  /**
   * Resolves once the user has confirmed. A decision made since the call was sent, after `since` of them, counts for it.
   * @throws NotConfirmedError if the user cancels, or whatever else ended the question
   */
  ask: (demand: ConfirmationDemand, since: number) => Promise<void>;
  /** What the dialog asks for; undefined while no call waits. */
  demand: () => ConfirmationDemand | undefined;
  confirm: () => void;
  cancel: (reason?: Error) => void;
  subscribe: (listener: () => void) => () => void;
}

export const createConfirmations = (): Confirmations => {
  const listeners = new Set<() => void>();
  let decided = 0;
  let demanded: ConfirmationDemand | undefined;
  let decision = Promise.withResolvers<void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const decide = (settle: (asked: PromiseWithResolvers<void>) => void) => {
    if (!demanded) return;
    demanded = undefined;
    decided += 1;
    settle(decision);
    tell();
  };

  return {
    decisions: () => decided,
    ask: (demand, since) => {
      if (!demanded && decided === since) {
        decision = Promise.withResolvers();
        demanded = demand;
        tell();
      }
      return decision.promise;
    },
    demand: () => demanded,
    confirm: () => decide(({ resolve }) => resolve()),
    cancel: (reason = new NotConfirmedError()) => decide(({ reject }) => reject(reason)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
