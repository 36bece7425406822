import { type AuditAction, auditActions, auditActors, isServiceAccount } from '#shared/texts/audit.ts';
import type { Translate } from '../languages/translate.ts';
import { translateOr } from '../languages/translate-or.ts';

/** Display text of an action. */
export const actionLabel = (action: AuditAction, t: Translate): string =>
  translateOr(t, `audit.actions.${action}`, auditActions[action].text);

/** Display text of an actor: a person's name, that of a service account, or words for the service and unknown actors. */
export const actorLabel = (
  { actor_id, actor_name }: { actor_id: string; actor_name: string | null },
  t: Translate,
): string => {
  if (actor_id === auditActors.system.id) return t('audit.actors.system');
  if (actor_id === auditActors.operator.id) return t('audit.actors.operator');
  if (actor_id === auditActors.unknown.id) return t('audit.actors.unknown');
  if (isServiceAccount(actor_id)) return t('audit.actors.serviceAccount', { name: actor_name });
  return actor_name ?? t('audit.erased');
};
