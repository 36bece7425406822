import { profileOf } from '#shared/contract/profile/fields.ts';
import { auditActors } from '#shared/texts/audit.ts';
import { isoOrNull, toIso } from '../../platform/clock.ts';
import { rowsAfter } from '../../platform/pages.ts';
import type { SystemContext } from '../../services/context.ts';
import { expireSessionsOf } from '../../services/identity/expire-sessions.ts';
import { personData } from '../../services/profile/person-data.ts';
import { type AuditEvent, presentAuditEvent } from '../../services/recording/present-audit-event.ts';
import { presentStartedSession } from '../../services/sessions/present-started-session.ts';
import { auditEventsOfPersonAfter } from '../../storage/store/audit/audit-events.ts';
import { findAccount } from '../../storage/store/identity/accounts.ts';
import { listFailedSignInsOf } from '../../storage/store/identity/failed-sign-ins.ts';
import { roleSince } from '../../storage/store/identity/given-roles.ts';
import { listTokensOf } from '../../storage/store/identity/one-time-tokens.ts';
import { countRecoveryCodes, findSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { listSessionHistory } from '../../storage/store/identity/sessions.ts';
import { listFormerEmails, type UserRow } from '../../storage/store/identity/users.ts';
import { listOperators } from '../../storage/store/operators.ts';
import type { PageEnd } from '../../storage/store/paging.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import { type CommandCall, commandOperation, refused } from '../operation.ts';
import { presentAccount } from './account.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

const pageSize = 500;

/** One thing that is stored about a person. */
export type PersonRow = { kind: string } & Record<string, unknown>;
type Emit = CommandCall<PersonRow>['emit'];

const presentPerson = async ({ db }: SystemContext, user: UserRow): Promise<Record<string, unknown>> => {
  const account = await findAccount(db.read, user.id);
  if (!account) throw refused(`The account ${user.email} was deleted meanwhile`);
  const authenticator = await findSecondFactor(db.read, user.id);
  const operator = (await listOperators(db.read)).find(({ user_id }) => user_id === user.id);
  return {
    ...presentAccount(account),
    ...profileOf(user),
    pending_email: user.pending_email,
    former_emails: await listFormerEmails(db.read, user.id),
    preferences: preferencesOf(user),
    has_password: user.password_hash !== '',
    authenticator_since: isoOrNull(authenticator?.confirmed_at ?? null),
    recovery_codes: await countRecoveryCodes(db.read, user.id),
    role_since: isoOrNull((await roleSince(db.read, user.id)) ?? null),
    operator_since: isoOrNull(operator?.granted_at ?? null),
  };
};

const emitSessions = async (context: SystemContext, { id, tenant_id }: UserRow, emit: Emit): Promise<void> => {
  await expireSessionsOf(context, tenant_id);
  let after: PageEnd | undefined;
  do {
    const page = { limit: pageSize, offset: 0, after };
    const { rows, end } = await listSessionHistory(context.db.read, { userId: id }, page);
    after = end;
    for (const row of rows) {
      const { current: _, ...session } = presentStartedSession(context, row, undefined);
      await emit({ kind: 'session', ...session, ended_at: isoOrNull(row.ended_at), end_reason: row.end_reason });
    }
  } while (after);
};

const emitEvents = async ({ db }: SystemContext, user: UserRow, emit: Emit): Promise<void> => {
  const rows = rowsAfter(
    0,
    (after) => auditEventsOfPersonAfter(db.read, user, after, pageSize),
    ({ sequence }) => sequence,
  );
  for await (const row of rows) {
    const { hash: _, ...event }: AuditEvent = presentAuditEvent(row);
    // Where someone else was, and with what, is about them.
    const isTheirs = event.actor_id !== user.id && event.actor_id !== auditActors.unknown.id;
    await emit({ kind: 'event', ...event, ...(isTheirs && { ip_address: null, device: null }) });
  }
};

/**
 * Everything that is stored about one person, without secrets and hashes: one row for each thing, because an audit log may be
 * long. Whoever exports it leaves a trace.
 */
export const userData = commandOperation({
  input: userInput,
  async run(context, { user: key }, { emit }: CommandCall<PersonRow>): Promise<void> {
    const { db } = context;
    const { user } = await changeAccount(context, key, 'exportAccount', async (_, user) => ({ user }));
    const { id, tenant_id: tenantId } = user;
    await context.failedSignIns.flush();
    const data = await personData(context, id, tenantId);
    await emit({ kind: 'account', ...(await presentPerson(context, user)) });
    for (const row of data.passkeys) await emit({ kind: 'passkey', ...row });
    for (const row of data.trusted_devices) await emit({ kind: 'trusted_device', ...row });
    for (const row of data.api_keys) await emit({ kind: 'api_key', ...row });
    for (const row of data.workspaces) await emit({ kind: 'workspace', ...row });
    for (const row of data.custom_roles) await emit({ kind: 'custom_role', ...row });
    for (const row of data.groups) await emit({ kind: 'group', ...row });
    for (const row of data.application_access) await emit({ kind: 'application_access', ...row });
    for (const row of data.invitations_sent) await emit({ kind: 'invitation_sent', ...row });
    for (const { kind, ...row } of data.mails_received) await emit({ kind: 'email', email_kind: kind, ...row });
    for (const { id: link_id, created_at, expires_at, used_at, voided_at, ...row } of await listTokensOf(db.read, id)) {
      const times = { expires_at: toIso(expires_at), used_at: isoOrNull(used_at), voided_at: isoOrNull(voided_at) };
      await emit({ kind: 'link', link_id, ...row, created_at: toIso(created_at), ...times });
    }
    for (const { day: _, last_at, ...row } of await listFailedSignInsOf(db.read, id)) {
      await emit({ kind: 'failed_sign_in', ...row, last_at: toIso(last_at) });
    }
    await emitSessions(context, user, emit);
    await emitEvents(context, user, emit);
  },
});
