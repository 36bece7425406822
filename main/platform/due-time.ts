declare const due: unique symbol;

/**
 * Milliseconds since the epoch, up to which times count as passed for good: what is due by then may be ended, deleted or
 * freed. What only has to be refused goes by `clock.now()`.
 */
export type DueTime = number & { readonly [due]: true };

/** Nothing is due by the epoch. */
export const nothingDue = 0 as DueTime;

/** Now, for what runs only while the clock is steady, or because an operator says so. */
export const dueNow = (clock: { now(): number }): DueTime => clock.now() as DueTime;
