import { beyondBudget } from '#shared/flows/budget.ts';
import type { Sizes } from '#shared/flows/hosting.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { Servers } from '../servers/servers.logic.ts';
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

/** How the estimate of what is due now comes about. */
export const nowDetail = (
  { now_terms: terms }: Pick<NonNullable<Run['plan']>, 'now_terms'>,
  money: (amount: string) => string,
  t: Translate,
): string => {
  if (terms === null) return t('hosting.review.estimate');
  const { days_left: left, days, added: percent } = terms;
  const [difference, net, tax] = [money(terms.difference), money(terms.net), money(terms.tax)];
  const sum =
    percent === null
      ? [t('hosting.review.sum', { left, days, difference })]
      : [
          t('hosting.review.sumNet', { left, days, difference, net }),
          t(terms.is_set ? 'hosting.review.taxed' : 'hosting.review.added', { percent, tax }),
        ];
  return [...sum, t('hosting.review.final')].join(' ');
};

/** What a change without an order means for the server. */
export const immediateNotes = (t: Translate): string[] =>
  (['off', 'on', 'disk', 'final'] as const).map((note) => t(`hosting.immediate.means.${note}`));

/** What hosting costs, as the list of servers tells. */
type Costs = Pick<Servers, 'monthly_cost' | 'ordered_cost' | 'connection'>;

/** What all of hosting would cost per month, if a change from one cost to another makes it exceed the budget. */
export const costOverBudget = (before: string, after: string, costs: Costs | undefined): OverBudget | undefined => {
  const budget = costs?.connection?.monthly_budget ?? null;
  if (!costs || budget === null) return undefined;
  const total = beyondBudget({
    budget: toMinor(budget),
    total: toMinor(costs.monthly_cost) + toMinor(costs.ordered_cost),
    before: toMinor(before),
    after: toMinor(after),
  });
  return typeof total === 'number' ? { total: fromMinor(total), budget } : undefined;
};

/** What a change exceeds: both per month. */
interface OverBudget {
  total: string;
  budget: string;
}
