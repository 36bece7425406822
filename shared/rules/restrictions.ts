/**
 * What an organization may require of people before they may do anything but meet it, with the error that says so
 * (DECISION 0136). In the order in which they have to be met.
 */
export const restrictions = {
  verified_email: 'EMAIL_VERIFICATION_REQUIRED',
  second_factor: 'SECOND_FACTOR_SETUP_REQUIRED',
} as const;

export type Restriction = keyof typeof restrictions;

export const restrictionNames = Object.keys(restrictions) as Restriction[];

/** What decides which restrictions someone is under. */
interface Restricted {
  /** In milliseconds since the epoch; undefined if a second factor is set up, or not required. */
  readonly secondFactorDueAt: number | undefined;
  readonly lacksVerifiedEmail: boolean;
}

/** What has to be met next before something is done that is possible despite some; undefined if nothing has. */
export const restrictionOf = (
  { secondFactorDueAt: dueAt, lacksVerifiedEmail }: Restricted,
  now: number,
  despite: readonly Restriction[] = [],
): Restriction | undefined => {
  if (lacksVerifiedEmail && !despite.includes('verified_email')) return 'verified_email';
  if (dueAt !== undefined && dueAt <= now && !despite.includes('second_factor')) return 'second_factor';
  return undefined;
};
