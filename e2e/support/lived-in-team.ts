import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { SystemContext } from '#main/services/context.ts';
import { newInvitation } from '#main/services/identity/new-invitation.ts';
import { issueToken } from '#main/services/identity/one-time-tokens.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { enterApplication } from '#main/storage/store/logouts/application-sessions.ts';
import { updateMail } from '#main/storage/store/mail/mails.ts';
import { insertProtectedSession } from '#main/storage/store/oauth/protected-sessions.ts';
import { saveOauthRecord } from '#main/storage/store/oauth/records.ts';
import { preferencesShape } from '#main/storage/store/stored-shapes.ts';
import { insertInvitation } from '#main/storage/store/team/invitations.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { day } from '#shared/rules/limits.ts';
import { seedCustomRole } from './custom-roles.ts';
import type { Actor } from './seed-actors.ts';
import type { Team } from './seed-data.ts';
import { seedServiceAccount } from './service-accounts.ts';

/**
 * What people leave behind in an organization of seed data: whatever ends their access has to find it. Emails to them say
 * whose language and time zone they are in.
 * @param verified whether their addresses are proved, so that they get notices
 */
export const liveIn = async (
  context: SystemContext,
  team: Team,
  { verified }: { verified: boolean },
): Promise<void> => {
  const { clock, db, ids } = context;
  const now = clock.now();
  await db.transaction({ tenant: team.id }, async (tx) => {
    const application_id = team.application.id;
    await tablesOf(tx)
      .updateTable('applications')
      .set({ backchannel_logout_uri: 'https://app.example/session-ended' })
      .where('id', '=', application_id)
      .execute();
    if (verified) {
      await tablesOf(tx)
        .updateTable('users')
        .set({ email_verified: 1, email_verified_by: 'mailbox' })
        .where('tenant_id', '=', team.id)
        .execute();
    }
    await updateMail(tx, team.mails.abandoned, { attempts: 3, last_error: 'connection_refused' });
    const german = {
      ...defaultPreferences,
      language: 'de' as const,
      timezone: 'Asia/Tokyo',
      time_format: '12h' as const,
    };
    await tablesOf(tx)
      .updateTable('users')
      .set({ preferences: preferencesShape.write(german) })
      .where('id', 'in', [team.target.id, team.owner.id])
      .execute();
    // None of them is what it is by default.
    await tablesOf(tx)
      .updateTable('tenants')
      .set({ invitation_days: 9, session_idle_minutes: 25, second_factor_grace_days: 5, trusted_device_days: 20 })
      .where('id', '=', team.id)
      .execute();
    for (const name of ['Auditors', 'Keepers']) {
      const role = { tenantId: team.id, by: team.owner.id, userId: team.secured.id, groupId: team.group.id };
      await seedCustomRole(context, tx, { ...role, name, permissions: ['audit.read'] });
    }
    // Someone other than who acts has given what people have.
    const granted_by = team.coOwner.id;
    for (const table of ['workspace_members', 'group_workspaces', 'custom_role_members'] as const)
      await tablesOf(tx)
        .updateTable(table as 'workspace_members')
        .set({ granted_by })
        .where('granted_by', '=', team.owner.id)
        .execute();
    const enter = (actor: Actor, session_id: string) =>
      enterApplication(tx, {
        ...{ sid: `sid of ${session_id}`, application_id, session_id },
        ...{ user_id: actor.id, tells_sid: 1, entered_at: now },
      });
    for (const actor of [team.target, team.owner]) {
      await enter(actor, actor.sessionId);
      await enter(actor, actor.otherSessionId);
      const grant = { application_id, user_id: actor.id, session_id: actor.sessionId, expires_at: now + day };
      const record = { payload: '{}', uid_hash: null, parent_hash: null, consumed_at: null, ...grant };
      const grant_hash = hashSecret(`grant of ${actor.id}`);
      await saveOauthRecord(tx, { ...record, model: 'Grant', id_hash: grant_hash, grant_hash: null });
      await saveOauthRecord(tx, { ...record, model: 'RefreshToken', id_hash: hashSecret(actor.id), grant_hash });
      await insertProtectedSession(tx, {
        ...{ secret_hash: hashSecret(`page of ${actor.id}`), application_id, user_id: actor.id },
        ...{ session_id: actor.sessionId, browser_hash: hashSecret(actor.id), target: '/page' },
        ...{ created_at: now, expires_at: now + day },
      });
      // Links to other accounts that they were shown, in each of their sessions.
      const [one, other] = actor === team.target ? [team.member, team.outsider] : [team.admin, team.workspaceAdmin];
      const shown = [
        [one, 'reset_password', actor.sessionId],
        [other, 'verify_email', actor.otherSessionId],
      ] as const;
      for (const [about, purpose, sessionId] of shown) {
        await issueToken(context, tx, {
          ...{ purpose, subject: { userId: about.id }, email: about.email, lifetimeMs: day },
          shownTo: { userId: actor.id, sessionId },
        });
      }
      const invitation = newInvitation(context, {
        ...{ tenantId: team.id, email: `invited.by.${actor.email}`, role: 'member' as const },
        ...{ invitedBy: actor.id, lifetimeMs: day },
      });
      await insertInvitation(tx, invitation, [team.workspace.id]);
    }
    await seedServiceAccount({ ...context, ids }, tx, { tenantId: team.id, createdBy: team.target.id });
  });
};
