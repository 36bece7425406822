import { monthPattern } from '#shared/hosting.ts';
import { choiceParam, pageParam, present, textParam } from '../../search-params.ts';

export const hostingTabs = ['servers', 'costs', 'invoices', 'history'] as const;
export type HostingTab = (typeof hostingTabs)[number];

const monthParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && monthPattern.test(text) ? text : undefined;
};

/** URL state of the hosting page. */
export const readHostingSearch = (search: Record<string, unknown>) =>
  present({
    tab: choiceParam(search.tab, hostingTabs),
    /** The month being compared with its invoices. */
    month: monthParam(search.month),
    page: pageParam(search.page),
  });
