import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { verifyAuditLog } from '#shared/contract/audit/verify-audit-log.ts';
import type { StoredDetails } from '#shared/contract/audit-details.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { zonedDay, zonedInstant } from '#shared/flows/zoned-time.ts';
import { day } from '#shared/rules/limits.ts';
import { toCsv } from '#shared/text-input/csv.ts';
import { inLanguage } from '#shared/text-input/text-case.ts';
import { type AuditAction, auditActionNames, auditActions } from '#shared/texts/audit.ts';
import { type AuditGroup, auditGroups } from '#shared/texts/audit-spec.ts';
import { actionLabel } from '../../components/audit-labels.ts';
import type { Translate } from '../../languages/translate.ts';
import { type AuditRange, type AuditSearch, present } from '../../search-params.ts';

export type AuditEvent = OutputOf<typeof listAuditEvents>['events'][number];

interface ActionChoices {
  group: string;
  items: { value: AuditGroup | AuditAction; label: string }[];
}

/** The groups with their actions as labeled options, in the language's alphabetical order. Each begins with all of it. */
export const actionChoices = (t: Translate, language: string): ActionChoices[] => {
  const inOrder = inLanguage(language);
  return auditGroups.map((group) => ({
    group: t(`audit.groups.${group}.title`),
    items: [
      { value: group, label: t(`audit.groups.${group}.all`) },
      ...auditActionNames
        .filter((action) => auditActions[action].group === group)
        .map((value) => ({ value, label: actionLabel(value, t) }))
        .sort((one, other) => inOrder(one.label, other.label)),
    ],
  }));
};

/** How many days each range has, today included. */
const rangeDays = { today: 1, week: 7, month: 30 } as const satisfies Record<AuditRange, number>;

const startOf = (date: string, timezone: string): string =>
  new Date(zonedInstant(timezone, date, '00:00')).toISOString();
const dayAfter = (date: string, count = 1): string => zonedDay('UTC', Date.parse(date) + count * day);

/**
 * Converts URL filters to the service's query: days become instants in the user's zone, the last day included. `now` is in
 * milliseconds since the epoch.
 */
export const filterOf = (search: AuditSearch, timezone: string, now: number) => {
  const { q, actor, group, action, outcome, range, from, to } = search;
  const today = zonedDay(timezone, now);
  const first = range ? dayAfter(today, 1 - rangeDays[range]) : from;
  return present({
    q,
    actor,
    group,
    action,
    outcome,
    from: first && startOf(first, timezone),
    to: to && startOf(dayAfter(to), timezone),
  });
};

const columns = [
  'sequence',
  'at',
  'actor_name',
  'actor_id',
  'ip_address',
  'device',
  'request_id',
  'action',
  'what',
  'target_kind',
  'target_label',
  'target_id',
  'details',
  'hash',
];

/** The log as a CSV table, with the hashes that prove it. */
export const eventsCsv = (events: readonly AuditEvent[]): string =>
  toCsv([
    columns,
    ...events.map((event) => [
      event.sequence,
      event.at,
      event.actor_name,
      event.actor_id,
      event.ip_address,
      event.device,
      event.request_id,
      event.action,
      auditActions[event.action].text,
      event.target_kind,
      event.target_label,
      event.target_id,
      JSON.stringify(event.details),
      event.hash,
    ]),
  ]);

/** Reads every page. Rows added meanwhile push the others down, so skip rows already read; each appears once. */
export const readAllEvents = async (
  limit: number,
  readPage: (offset: number) => Promise<{ events: readonly AuditEvent[] }>,
): Promise<AuditEvent[]> => {
  const all: AuditEvent[] = [];
  for (let offset = 0; ; ) {
    const { events } = await readPage(offset);
    const last = all.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
    all.push(...events.filter(({ sequence }) => sequence < last));
    if (events.length < limit) return all;
    offset += events.length;
  }
};

/** How a log was found: `cut` lacks entries at its end, and nothing tells whether `endUnknown` does. */
type Finding = 'intact' | 'tampered' | 'cut' | 'endUnknown';

const findingOf = ({ valid, end }: StoredDetails): Finding => {
  if (end === 'cut') return 'cut';
  if (valid !== true) return 'tampered';
  return end === 'unknown' ? 'endUnknown' : 'intact';
};

/** The result of the last verification, as the log itself records it. */
export const verdictOf = (
  events: readonly Pick<AuditEvent, 'at' | 'details'>[],
): { finding: Finding; at: string; checked: number; firstBroken: number | undefined } | undefined => {
  const [event] = events;
  if (!event) return undefined;
  const { checked, first_broken } = event.details;
  return {
    finding: findingOf(event.details),
    at: event.at,
    checked: Number(checked),
    firstBroken: first_broken === undefined ? undefined : Number(first_broken),
  };
};

type Verification = OutputOf<typeof verifyAuditLog>;

/** Calls until the log is verified to its end, since each call goes on where the last one stopped; undefined if stopped. */
export const verifyToEnd = async (
  call: () => Promise<Verification>,
  onProgress: (progress: Verification) => void,
  isStopped: () => boolean,
): Promise<Verification | undefined> => {
  for (;;) {
    const answer = await call();
    if (isStopped()) return undefined;
    if (answer.complete) return answer;
    onProgress(answer);
  }
};
