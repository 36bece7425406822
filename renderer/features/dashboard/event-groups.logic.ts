import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { auditActors } from '#shared/texts/audit.ts';
import { actionLabel } from '../../components/audit-labels.ts';
import { eventSentence } from '../../components/audit-sentence.ts';
import type { Translate } from '../../languages/translate.ts';

export type AuditEvent = Pick<
  OutputOf<typeof listAuditEvents>['events'][number],
  'sequence' | 'at' | 'action' | 'actor_id' | 'actor_name' | 'target_kind' | 'target_id' | 'target_label' | 'details'
>;

/** Events of a kind, newest first, and whose they are. */
export interface EventGroup {
  events: [AuditEvent, ...AuditEvent[]];
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
              events: [newest, ...others],
              kind: key === 'sign-in' ? 'sign_ins' : 'same',
              people: new Set([newest, ...others].map(({ actor_id }) => actor_id)).size,
            },
          ]
        : [],
    )
    .slice(0, most);

/** What a group says: the sentence of the audit log, or the name of the action if there are several that say different things. */
export const groupText = ({ events, kind, people }: EventGroup, t: Translate): string => {
  const [newest, ...others] = events;
  const count = events.length;
  if (kind === 'sign_ins' && people > 1) return t('dashboard.events.signIns', { count, people });
  const sentence = eventSentence(newest, t);
  if (count === 1) return sentence;
  const isSame = others.every((event) => eventSentence(event, t) === sentence);
  return t('dashboard.events.times', { words: isSame ? sentence : actionLabel(newest.action, t), count });
};
