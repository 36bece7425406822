import type { getCostHistory } from '#shared/contract/hosting/get-cost-history.ts';
import type { getReconciliation } from '#shared/contract/hosting/get-reconciliation.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import type { Translate } from '../../../languages/translate.ts';

export type CostMonth = OutputOf<typeof getCostHistory>['months'][number];
export type CostLine = OutputOf<typeof getReconciliation>['lines'][number];

/** `Mar 2026`. Months are in UTC, as the provider's are. */
export const monthName = (month: string, language: string, form: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { month: form, year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

/** Chart data: plain numbers, used only for bar lengths. */
export const chartData = (months: readonly CostMonth[], language: string) =>
  months.map(({ month, estimated, invoiced }) => ({
    month: monthName(month, language),
    estimated: toMinor(estimated) / 100,
    invoiced: toMinor(invoiced) / 100,
  }));

/** The month to compare by default: the last completed one, or the only one. */
export const monthToCompare = (months: readonly CostMonth[]): string | undefined =>
  (months.at(-2) ?? months.at(-1))?.month;

/** An invoice above the estimate needs a look; one below it doesn't. */
export const differenceClass = (difference: string): string => (toMinor(difference) > 0 ? 'figures above' : 'figures');

/** What a line refers to. */
export const subjectLabel = ({ subject, label }: Pick<CostLine, 'subject' | 'label'>, t: Translate): string =>
  subject === 'other' ? t('hosting.subjects.other') : label;

/** What hosting costs now and this year, and how that compares with the budget. */
export const costsLead = (
  {
    monthly_cost: cost,
    monthly_budget: budget,
    year_forecast: year,
  }: Pick<OutputOf<typeof getCostHistory>, 'monthly_cost' | 'monthly_budget' | 'year_forecast'>,
  money: (amount: string) => string,
  t: Translate,
): string => {
  const sentences = [
    t('hosting.costs.lead', { cost: money(cost) }),
    t('hosting.costs.forecast', { cost: money(year) }),
  ];
  if (budget === null) return sentences.join(' ');
  const over = toMinor(cost) - toMinor(budget);
  const compared =
    over > 0
      ? t('hosting.costs.overBudget', { over: money(fromMinor(over)), budget: money(budget) })
      : t('hosting.costs.budget', { budget: money(budget) });
  return [sentences[0], compared, sentences[1]].join(' ');
};
