import { type AuditAction, type AuditDetails, type AuditTargetKind, auditActors } from '#shared/audit.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { type AuditHead, beginning } from '../../security/audit-chain.ts';
import { findAuditHead, insertAuditEvent, lastAuditSequence, saveAuditHead } from '../../store/audit-events.ts';
import type { InvitationRow } from '../../store/invitations.ts';
import type { MailRow } from '../../store/mails.ts';
import type { UserRow } from '../../store/users.ts';

/** Who acts, in which tenant; a caller's `user` is one. */
export interface AuditActor {
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
}
export interface AuditTarget {
  kind: AuditTargetKind;
  id: string;
  /** Null where the row must name nobody. */
  label: string | null;
}
export interface NewAuditEvent {
  action: AuditAction;
  actor: AuditActor;
  target: AuditTarget;
  /** Absent where the service acts by itself. */
  client?: { ip: string } | undefined;
  /** Plain values that belong to the target; never a secret. */
  details?: AuditDetails;
}

/** An account that acts by a link or a password, without a session. */
export const accountActor = ({ id, name, tenant_id }: Pick<UserRow, 'id' | 'name' | 'tenant_id'>): AuditActor => ({
  id,
  name,
  tenantId: tenant_id,
});
export const systemActor = (tenantId: string): AuditActor => ({ ...auditActors.system, tenantId });
export const unknownActor = (tenantId: string): AuditActor => ({ ...auditActors.unknown, tenantId });

export const userTarget = ({ id, email }: { id: string; email: string }): AuditTarget => ({
  kind: 'user',
  id,
  label: email,
});
export const invitationTarget = ({ id, email }: InvitationRow): AuditTarget => ({
  kind: 'invitation',
  id,
  label: email,
});
export const workspaceTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'workspace',
  id,
  label: name,
});
export const mailTarget = ({ id, recipient }: MailRow): AuditTarget => ({ kind: 'mail', id, label: recipient });

/** The head, where it still vouches for the last row that there is. */
const soundHead = (
  { audit }: Pick<AppContext, 'audit'>,
  head: AuditHead | undefined,
  last: number,
): AuditHead | undefined => (head && head.sequence === last && audit.headHolds(head) ? head : undefined);

/**
 * Writes one row of the audit log, in the transaction of the change that it tells. Where the log was tampered with, the
 * row does not join what is left: service goes on, and the break stays visible for good.
 */
export const recordEvent = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  { action, actor, target, client, details = {} }: NewAuditEvent,
): Promise<void> => {
  const { audit, clock } = context;
  const { tenantId } = actor;
  const head = await findAuditHead(tx, tenantId);
  const last = await lastAuditSequence(tx, tenantId);
  const row = audit.link(
    {
      tenant_id: tenantId,
      sequence: Math.max(head?.sequence ?? 0, last) + 1,
      at: clock.now(),
      actor_id: actor.id,
      // What is not well-formed text would be stored as something else than was chained.
      actor_name: actor.name.toWellFormed(),
      ip_address: client?.ip ?? null,
      action,
      target_kind: target.kind,
      target_id: target.id,
      target_label: target.label?.toWellFormed() ?? null,
      details: JSON.stringify(details),
    },
    soundHead(context, head, last)?.hash ?? beginning,
  );
  await insertAuditEvent(tx, row);
  await saveAuditHead(tx, audit.sealHead(row));
};
