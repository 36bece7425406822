import { useQueryClient } from '@tanstack/react-query';
import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { minute } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import { useTRPC } from './context.tsx';

/** Where the audit log tells who changed what a form shows. */
export interface RecordedAs {
  /** What records a change, with the id of what the form is about, if the action isn't always about it. */
  entries: readonly { action: AuditAction; target?: string }[];
  /** Whether people change this of themselves alone. */
  isOwn?: true;
}

type AuditEvent = OutputOf<typeof listAuditEvents>['events'][number];

/** Who made a change. `other` might also be the reader, in another tab: the audit log isn't for everyone. */
export type Changer =
  | { who: 'person'; name: string; at: string }
  | { who: 'self'; at: string | undefined }
  | { who: 'other' };

/** Clocks of browsers and servers differ by less, in most cases. */
const slackMs = 5 * minute;
/** An entry that names the fields is one of so many. */
const lookedAt = 10;

/**
 * @param events newest first
 * @param names what was changed, as forms call it
 */
const changeOf = (events: readonly AuditEvent[], names: readonly string[], since: number) => {
  const recent = events.filter(({ at }) => Date.parse(at) >= since - slackMs);
  return recent.find(({ details }) => names.some((name) => name in details)) ?? recent[0];
};

/** Finds who changed some fields since a time, in milliseconds since the epoch. */
export const useLastChange = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async ({ entries, isOwn }: RecordedAs, names: readonly string[], since: number): Promise<Changer> => {
    const me = await queryClient.ensureQueryData(trpc.profile.getMe.queryOptions());
    const unknown: Changer = isOwn ? { who: 'self', at: undefined } : { who: 'other' };
    if (!may(me, 'audit.read')) return unknown;
    const of = { tenant_id: me.tenant_id, limit: lookedAt, ...(isOwn && { actor: me.user_id }) };
    const answers = await Promise.all(
      entries.map((entry) =>
        queryClient.fetchQuery(
          trpc.audit.listAuditEvents.queryOptions(
            { ...of, ...entry },
            { staleTime: 0, trpc: { context: { background: true } } },
          ),
        ),
      ),
    );
    const events = answers.flatMap((answer) => answer.events).toSorted((one, other) => other.sequence - one.sequence);
    const found = changeOf(events, names, since);
    if (found?.actor_id === me.user_id) return { who: 'self', at: found.at };
    return found?.actor_name ? { who: 'person', name: found.actor_name, at: found.at } : unknown;
  };
};
