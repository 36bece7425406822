import { type AuditAction, auditActions, auditActors } from '#shared/audit.ts';
import type { Translate } from '../languages/translate.ts';
import { translateOr } from '../languages/translate-or.ts';

/** What was done, in words. */
export const actionWords = (action: AuditAction, t: Translate): string =>
  translateOr(t, `audit.actions.${action}`, auditActions[action]);

/** Who did it: a person by their name, the service and somebody unknown in words. */
export const actorWords = (
  { actor_id, actor_name }: { actor_id: string; actor_name: string | null },
  t: Translate,
): string => {
  if (actor_id === auditActors.system.id) return t('audit.actors.system');
  if (actor_id === auditActors.unknown.id) return t('audit.actors.unknown');
  return actor_name ?? t('audit.erased');
};
