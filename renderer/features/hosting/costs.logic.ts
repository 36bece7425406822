import type { getCostHistory } from '#shared/contract/hosting/get-cost-history.ts';
import type { getReconciliation } from '#shared/contract/hosting/get-reconciliation.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { toMinor } from '#shared/money.ts';
import type { Translate } from '../../languages/translate.ts';

export type CostMonth = OutputOf<typeof getCostHistory>['months'][number];
export type CostLine = OutputOf<typeof getReconciliation>['lines'][number];

/** `Mar 2026`. Months are the provider's, in UTC. */
export const monthName = (month: string, language: string, form: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { month: form, year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

/** What the chart draws: numbers, for lengths of bars alone. */
export const chartData = (months: readonly CostMonth[], language: string) =>
  months.map(({ month, estimated, invoiced }) => ({
    month: monthName(month, language),
    estimated: toMinor(estimated) / 100,
    invoiced: toMinor(invoiced) / 100,
  }));

/** The month to compare at first: the last one that is over, or the only one there is. */
export const monthToCompare = (months: readonly CostMonth[]): string | undefined =>
  (months.at(-2) ?? months.at(-1))?.month;

/** Invoices above the estimate deserve a look; below it they are no worry. */
export const differenceClass = (difference: string): string => (toMinor(difference) > 0 ? 'figures above' : 'figures');

/** What a line is about. */
export const subjectWords = ({ subject, label }: Pick<CostLine, 'subject' | 'label'>, t: Translate): string =>
  subject === 'other' ? t('hosting.subjects.other') : label;
