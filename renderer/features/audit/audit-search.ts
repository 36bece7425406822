import { auditActionNames } from '#shared/audit.ts';
import { choiceParam, pageParam, present, textParam } from '../../search-params.ts';

/** A day of the calendar, as a date field writes it. */
const dayParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

/** What the address of the audit log holds: a filtered log can be bookmarked, sent and gone back to. */
export const readAuditSearch = (search: Record<string, unknown>) =>
  present({
    q: textParam(search.q)?.slice(0, 200),
    actor: textParam(search.actor)?.slice(0, 64),
    action: choiceParam(search.action, auditActionNames),
    /** The first and the last day, in the zone of whoever looks. */
    from: dayParam(search.from),
    to: dayParam(search.to),
    page: pageParam(search.page),
  });

export type AuditSearch = ReturnType<typeof readAuditSearch>;
