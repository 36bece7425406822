import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { auditActors } from '#shared/texts/audit.ts';

export type AuditEvent = Pick<
  OutputOf<typeof listAuditEvents>['events'][number],
  'sequence' | 'at' | 'action' | 'actor_id' | 'actor_name' | 'target_id' | 'target_label'
>;

/** Events that say the same, the newest of them, and whose they are. */
export interface EventGroup {
  newest: AuditEvent;
  count: number;
  kind: 'sign_ins' | 'same';
  people: number;
}

const signIns: ReadonlySet<string> = new Set([
  'login',
  'completeLogin',
  'loginWithPasskey',
  'completeLoginWithPasskey',
  'loginWithLink',
  'logout',
]);

/** Sign-ins of anyone are one thing; so is what the service does to one target, and what a person does again. */
const keyOf = ({ action, actor_id, target_id, target_label }: AuditEvent): string => {
  if (signIns.has(action)) return action === 'logout' ? action : 'sign-in';
  if (actor_id === auditActors.system.id) return `${action} ${target_id ?? target_label}`;
  return `${action} ${actor_id} ${target_id ?? target_label}`;
};

/** The newest events, newest first, with those of a kind summed up, so that the frequent ones don't hide the others. */
export const groupEvents = (events: readonly AuditEvent[], most: number): EventGroup[] =>
  [...Map.groupBy(events, keyOf)]
    .flatMap(([key, [newest, ...others]]): EventGroup[] =>
      newest
        ? [
            {
              newest,
              count: others.length + 1,
              kind: key === 'sign-in' ? 'sign_ins' : 'same',
              people: new Set([newest, ...others].map(({ actor_id }) => actor_id)).size,
            },
          ]
        : [],
    )
    .slice(0, most);
