import { auditActionNames } from '#shared/audit.ts';
import { choiceParam, pageParam, present, textParam } from '../../search-params.ts';

/** A calendar day, as a date input formats it. */
const dayParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

/** URL state of the audit log, so that a filtered log can be bookmarked and shared. */
export const readAuditSearch = (search: Record<string, unknown>) =>
  present({
    q: textParam(search.q)?.slice(0, 200),
    actor: textParam(search.actor)?.slice(0, 64),
    action: choiceParam(search.action, auditActionNames),
    /** First and last day, in the viewer's time zone. */
    from: dayParam(search.from),
    to: dayParam(search.to),
    page: pageParam(search.page),
  });

export type AuditSearch = ReturnType<typeof readAuditSearch>;
