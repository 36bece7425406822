import type { Sizes } from '#shared/flows/hosting.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { Run } from './runs.logic.ts';

type Quote = Pick<NonNullable<Run['plan']>, 'sizes' | 'reboot'>;

const differs = (before: number | null, after: number | null): boolean => before === null || before !== after;

/** What an upgrade can't undo, and what it may interrupt. */
export const reviewNotes = (before: Sizes, { sizes, reboot }: Quote, t: Translate): string[] => {
  const grows = before.disk_gb !== null && sizes.disk_gb !== null && sizes.disk_gb > before.disk_gb;
  const migrates =
    differs(before.cpu, sizes.cpu) || differs(before.ram_mb, sizes.ram_mb) || differs(before.disk_gb, sizes.disk_gb);
  return [
    ...(grows ? [t('hosting.review.diskStays')] : []),
    ...(migrates ? [t(`hosting.reboot.${reboot}`), t('hosting.review.decide')] : [t('hosting.review.atOnce')]),
    t('hosting.review.invoice'),
  ];
};

/** What a change without an order means for the server. */
export const immediateNotes = (t: Translate): string[] =>
  (['off', 'on', 'disk', 'final'] as const).map((note) => t(`hosting.immediate.means.${note}`));

/** What all of hosting would cost per month, if an order makes it exceed the budget; undefined if it doesn't. */
export const costOverBudget = (
  { cost_before, plan }: { cost_before: string; plan: Pick<NonNullable<Run['plan']>, 'monthly'> },
  monthlyCost: string,
  budget: string | null,
): string | undefined => {
  const more = toMinor(plan.monthly) - toMinor(cost_before);
  const total = toMinor(monthlyCost) + more;
  return budget !== null && more > 0 && total > toMinor(budget) ? fromMinor(total) : undefined;
};
