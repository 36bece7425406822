import type { AuditDetails } from '#shared/contract/audit-details.ts';
import { type AuditAction, type AuditTargetKind, auditActors } from '#shared/texts/audit.ts';
import { type AuditHead, noPreviousHash } from '../../security/audit-chain.ts';
import { deviceName } from '../../security/device-name.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertAuditEvent, lastAuditSequence } from '../../storage/store/audit/audit-events.ts';
import { lockAuditHead, saveAuditHead } from '../../storage/store/audit/audit-heads.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { MailRow } from '../../storage/store/mail/mails.ts';
import { detailsShape } from '../../storage/store/stored-shapes.ts';
import type { InvitationRow } from '../../storage/store/team/invitations.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';

/** Who acts and in which tenant; a caller's `principal` fits. */
export interface AuditActor {
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
  /** Absent for people, the service and its operator. */
  readonly kind?: 'service_account';
}
export interface AuditTarget {
  kind: AuditTargetKind;
  id: string;
  /** Null if the row must not name anyone. */
  label: string | null;
}
/** Where an action comes from, as far as it is known. */
export interface EventOrigin extends Pick<Client, 'ip'>, Partial<Pick<Client, 'userAgent' | 'requestId'>> {
  /** Instead of a user agent, if only the name of the device is known. Not `device`, which is a secret that a client has sent. */
  namedDevice?: string | undefined;
}

const deviceOf = ({ namedDevice, userAgent }: EventOrigin): string | null =>
  namedDevice ?? (userAgent === undefined ? null : deviceName(userAgent));

/** An action with its own details, which may be left out if no row has to have them. */
export type DetailedAction<Action extends AuditAction = AuditAction> = {
  [Each in Action]: { readonly action: Each } & (Record<never, never> extends AuditDetails<Each>
    ? { readonly details?: AuditDetails<Each> }
    : { readonly details: AuditDetails<Each> });
}[Action];

export type NewAuditEvent<Action extends AuditAction = AuditAction> = DetailedAction<Action> & {
  actor: AuditActor;
  target: AuditTarget;
  /** Absent if the service itself acts. */
  client?: EventOrigin | undefined;
};

/** An account that acts through a link or password, without a session. */
export const accountActor = ({ id, name, tenant_id }: Pick<UserRow, 'id' | 'name' | 'tenant_id'>): AuditActor => ({
  id,
  name,
  tenantId: tenant_id,
});
export const systemActor = (tenantId: string): AuditActor => ({ ...auditActors.system, tenantId });
export const operatorActor = (tenantId: string): AuditActor => ({ ...auditActors.operator, tenantId });
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
export const tenantTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'tenant',
  id,
  label: name,
});
export const workspaceTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'workspace',
  id,
  label: name,
});
export const groupTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'group',
  id,
  label: name,
});
export const customRoleTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'custom_role',
  id,
  label: name,
});
export const serviceAccountTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'service_account',
  id,
  label: name,
});
export const applicationTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  kind: 'application',
  id,
  label: name,
});
export const mailTarget = ({ id, recipient }: MailRow): AuditTarget => ({ kind: 'mail', id, label: recipient });

/** The head, if it is valid and matches the last row. */
const soundHead = (
  { audit }: Pick<AppContext, 'audit'>,
  head: AuditHead | undefined,
  last: number,
): AuditHead | undefined => (head && head.sequence === last && audit.headHolds(head) ? head : undefined);

/**
 * Writes one audit log row in the same transaction as the change that it describes. If the log was tampered with, the
 * row is not chained to what remains: the service keeps running, and the break stays visible forever.
 */
export const recordEvent = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  { action, actor, target, client, details = {} }: NewAuditEvent,
): Promise<void> => {
  const { audit, clock } = context;
  const { tenantId } = actor;
  const head = await lockAuditHead(tx, tenantId);
  const last = await lastAuditSequence(tx, tenantId);
  const row = audit.link(
    {
      tenant_id: tenantId,
      sequence: Math.max(head?.sequence ?? 0, last) + 1,
      at: clock.now(),
      actor_id: actor.id,
      // Replace lone surrogates: SQLite would not store the text that was hashed.
      actor_name: actor.name.toWellFormed(),
      ip_address: client?.ip ?? null,
      device: client ? deviceOf(client) : null,
      request_id: client?.requestId ?? null,
      action,
      target_kind: target.kind,
      target_id: target.id,
      target_label: target.label?.toWellFormed() ?? null,
      details: detailsShape.write(details),
    },
    soundHead(context, head, last)?.hash ?? noPreviousHash,
  );
  await insertAuditEvent(tx, row);
  await saveAuditHead(tx, audit.sealHead(row));
};
