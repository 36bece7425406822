import { mailStatuses } from '#shared/contract/resources.ts';
import { choiceParam, pageParam, present, textParam } from '../../search-params.ts';

/** Tabs other than the outbox, which is the default. */
const mailTabs = ['server'] as const;

export const readMailSearch = (search: Record<string, unknown>) =>
  present({
    tab: choiceParam(search.tab, mailTabs),
    q: textParam(search.q)?.slice(0, 200),
    status: choiceParam(search.status, mailStatuses),
    page: pageParam(search.page),
    /** The email whose preview is open. */
    mail: textParam(search.mail),
  });

export type MailSearch = ReturnType<typeof readMailSearch>;
