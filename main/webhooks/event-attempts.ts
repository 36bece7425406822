import type { DeliveryOutcome } from '#shared/texts/delivery-outcomes.ts';

/** Counts attempts to deliver events since the start of the process. */
export interface EventAttempts {
  count(outcome: DeliveryOutcome): void;
  of(outcome: DeliveryOutcome): number;
}

export const createEventAttempts = (): EventAttempts => {
  const counts = new Map<DeliveryOutcome, number>();
  return {
    count: (outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    of: (outcome) => counts.get(outcome) ?? 0,
  };
};
