import { hour, minute } from '#shared/rules/limits.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { verifyAuditChain } from '../../../security/audit-verification.ts';
import { voidTokens } from '../../../storage/store/identity/one-time-tokens.ts';
import { insertOperator } from '../../../storage/store/operators.ts';
import { setInvitationStatus } from '../../../storage/store/team/invitations.ts';
import { markSample } from '../../../storage/store/team/sample-tenants.ts';
import { insertTenant } from '../../../storage/store/team/tenants.ts';
import { insertHealthChange } from '../../../storage/store/workspaces/workspace-health.ts';
import { setWorkspaceRole } from '../../../storage/store/workspaces/workspace-members.ts';
import { insertWorkspace, updateWorkspace } from '../../../storage/store/workspaces/workspaces.ts';
import { type AuditTarget, userTarget, workspaceTarget } from '../../recording/record-event.ts';
import { lapsedInvitations, openInvitations, sampleEmail } from './people.ts';
import { addAuditEvent, addUser, inviting, type SampleEvent } from './sample-events.ts';
import { ago, companyAge, type Member, type Timeline, teamAge } from './timeline.ts';

const tenantTarget = ({ tenant: { id, name } }: Timeline): AuditTarget => ({ kind: 'tenant', id, label: name });

/** The sign-up that founded the company. */
const founding = (timeline: Timeline): SampleEvent[] => {
  const { owner, passwordHash, tenant } = timeline;
  const begun = ago(timeline, companyAge);
  return [
    {
      at: begun,
      write: async (writer) => {
        const { tx } = writer;
        const { id, email, name } = owner;
        await insertTenant(tx, { ...tenant, created_at: begun });
        await markSample(tx, tenant.id);
        await addUser(writer, { id, email, name, role: 'owner', password_hash: passwordHash }, true);
        await insertOperator(tx, { user_id: id, granted_at: begun, granted_by: null });
      },
      audit: { actor: owner, action: 'signup', target: tenantTarget(timeline), from: 0 },
    },
    {
      at: begun + 9 * minute,
      audit: { actor: owner, action: 'verifyEmail', target: userTarget(owner), from: 0 },
    },
  ];
};

/** Creates workspaces on the day before the team joined; their health has changed since. */
const workspaces = (timeline: Timeline): SampleEvent[] => {
  const { owner, tenant } = timeline;
  const raters = [owner, ...timeline.people.filter(({ role }) => isAdmin(role))];
  return timeline.places.flatMap((place, index): SampleEvent[] => {
    const { id, name, slug, description, health } = place;
    const made = ago(timeline, teamAge) + (20 + index * 6) * minute;
    const scores = [100, Math.round((200 + health) / 3), Math.round((100 + health) / 2), health];
    const changes = scores.slice(1).flatMap((score, change): SampleEvent[] => {
      const at = ago(timeline, 60 - change * 24 - index * 1.3);
      const rater = raters[(index + change) % raters.length] ?? owner;
      if (score === scores[change]) return [];
      return [
        {
          at,
          write: async ({ tx }) => {
            await updateWorkspace(tx, id, { health_score: score });
            await insertHealthChange(tx, id, { at, score, set_by: rater.id });
          },
          audit: {
            actor: rater,
            action: 'updateWorkspace',
            target: workspaceTarget(place),
            details: { health_score: score },
            from: 0,
          },
        },
      ];
    });
    return [
      {
        at: made,
        write: async ({ tx }) => {
          const row = { id, name, slug, description, tenant_id: tenant.id, health_score: 100, owner_id: owner.id };
          await insertWorkspace(tx, { ...row, created_at: made, created_by: owner.id });
          await insertHealthChange(tx, id, { at: made, score: 100, set_by: owner.id });
          await setWorkspaceRole(tx, id, owner.id, 'Admin', { by: owner.id, at: made });
        },
        audit: { actor: owner, action: 'createWorkspace', target: workspaceTarget(place), details: { slug }, from: 0 },
      },
      ...changes,
    ];
  });
};

/** Invitations that no one has accepted; some are still open and have working links. */
const invitations = (timeline: Timeline): SampleEvent[] => {
  const admins = timeline.people.filter(({ role }) => isAdmin(role));
  const inviterOf = (index: number): Member => admins[index % admins.length] ?? timeline.owner;
  const open = openInvitations.map(({ name, role, daysAgo, mail: status }, index) =>
    inviting(ago(timeline, daysAgo), {
      ...{ id: timeline.ids.id('inv'), inviter: inviterOf(index), email: sampleEmail(name), role, status },
      ...{ linked: true, workspaces: [] },
    }),
  );
  const lapsed = lapsedInvitations.flatMap(({ name, daysAgo, end }, index): SampleEvent[] => {
    const id = timeline.ids.id('inv');
    const inviter = inviterOf(index + 1);
    const email = sampleEmail(name);
    const at = ago(timeline, daysAgo);
    const target = { kind: 'invitation', id, label: email } as const;
    return [
      inviting(at, { id, inviter, email, role: 'member', status: 'sent', linked: false, workspaces: [] }),
      {
        at,
        write: async ({ tx }) => {
          await setInvitationStatus(tx, id, 'pending', end);
          if (end === 'revoked') await voidTokens(tx, { invitationId: id }, at);
        },
        audit:
          end === 'revoked' ? { actor: inviter, action: 'revokeInvitation', target, from: inviter.number } : undefined,
      },
    ];
  });
  return [...open, ...lapsed];
};

/** The owner verifies the log every two weeks: a real verification of the log so far. */
const verifications = (timeline: Timeline): SampleEvent[] =>
  [70, 56, 42, 28, 14, 0.5].map((days) => ({
    at: ago(timeline, days) + 3 * hour,
    write: async (writer) => {
      const verdict = await verifyAuditChain(writer.tx, writer.context.audit, timeline.tenant.id);
      await addAuditEvent(writer, {
        actor: timeline.owner,
        action: 'verifyAuditLog',
        target: tenantTarget(timeline),
        details: { ...verdict },
        from: 0,
      });
    },
  }));

/** Events of the company as a whole. */
export const companyEvents = (timeline: Timeline): SampleEvent[] => [
  ...founding(timeline),
  ...workspaces(timeline),
  ...invitations(timeline),
  ...verifications(timeline).filter(({ at }) => at <= timeline.present),
];
