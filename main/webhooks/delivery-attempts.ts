import type { DeliveryOutcome } from '#shared/texts/delivery-outcomes.ts';

/** Counts attempts to deliver something since the start of the process. */
export interface DeliveryAttempts {
  count(outcome: DeliveryOutcome): void;
  of(outcome: DeliveryOutcome): number;
}

export const createDeliveryAttempts = (): DeliveryAttempts => {
  const counts = new Map<DeliveryOutcome, number>();
  return {
    count: (outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    of: (outcome) => counts.get(outcome) ?? 0,
  };
};
