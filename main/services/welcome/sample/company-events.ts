import { hour, minute } from '#shared/limits.ts';
import { verifyAuditChain } from '../../../security/audit-verification.ts';
import { voidTokens } from '../../../store/identity/one-time-tokens.ts';
import { insertOperator } from '../../../store/operators.ts';
import { setInvitationStatus } from '../../../store/team/invitations.ts';
import { markSample } from '../../../store/team/sample-tenants.ts';
import { insertTenant } from '../../../store/team/tenants.ts';
import { insertHealthChange } from '../../../store/workspaces/workspace-health.ts';
import { setWorkspaceRole } from '../../../store/workspaces/workspace-members.ts';
import { insertWorkspace, updateWorkspace } from '../../../store/workspaces/workspaces.ts';
import { userTarget, workspaceTarget } from '../../audit-log/record-event.ts';
import { lapsedInvitations, openInvitations, sampleEmail } from './people.ts';
import { addAuditEvent, addInvitation, addUser, type SampleEvent } from './sample-events.ts';
import { ago, companyAge, type Member, type Timeline, teamAge } from './timeline.ts';

/** The sign-up that founded the company. */
const founding = (timeline: Timeline): SampleEvent[] => {
  const { owner, passwordHash } = timeline;
  const begun = ago(timeline, companyAge);
  return [
    {
      at: begun,
      run: async (writer) => {
        const { tx, tenant } = writer;
        await insertTenant(tx, { ...tenant, created_at: begun, delete_at: null });
        await markSample(tx, tenant.id);
        await addUser(
          writer,
          { id: owner.id, email: owner.email, name: owner.name, role: 'owner', password_hash: passwordHash },
          true,
        );
        await insertOperator(tx, { user_id: owner.id, granted_at: begun, granted_by: null });
        await addAuditEvent(
          writer,
          owner,
          'signup',
          { kind: 'tenant', id: tenant.id, label: tenant.name },
          { from: 0 },
        );
      },
    },
    {
      at: begun + 9 * minute,
      run: (writer) => addAuditEvent(writer, owner, 'verifyEmail', userTarget(owner), { from: 0 }),
    },
  ];
};

/** Creates workspaces on the day before the team joined; their health has changed since. */
const workspaces = (timeline: Timeline): SampleEvent[] => {
  const owner = timeline.owner.id;
  const raters = [timeline.owner, ...timeline.people.filter(({ role }) => role === 'admin')];
  return timeline.places.flatMap((place, index): SampleEvent[] => {
    const made = ago(timeline, teamAge) + (20 + index * 6) * minute;
    const scores = [100, Math.round((200 + place.health) / 3), Math.round((100 + place.health) / 2), place.health];
    const changes = scores.slice(1).flatMap((health_score, change): SampleEvent[] => {
      const at = ago(timeline, 60 - change * 24 - index * 1.3);
      const rater = raters[(index + change) % raters.length] ?? timeline.owner;
      return health_score === scores[change]
        ? []
        : [
            {
              at,
              run: async (writer) => {
                await updateWorkspace(writer.tx, place.id, { health_score });
                await insertHealthChange(writer.tx, place.id, { at, score: health_score, set_by: rater.id });
                await addAuditEvent(writer, rater, 'updateWorkspace', workspaceTarget(place), {
                  details: { health_score },
                  from: 0,
                });
              },
            },
          ];
    });
    return [
      {
        at: made,
        run: async (writer) => {
          const { id, name, slug, description } = place;
          const row = { id, name, slug, description, tenant_id: writer.tenant.id, health_score: 100, owner_id: owner };
          await insertWorkspace(writer.tx, { ...row, created_at: made, created_by: owner });
          await insertHealthChange(writer.tx, id, { at: made, score: 100, set_by: owner });
          await setWorkspaceRole(writer.tx, id, owner, 'Admin', { by: owner, at: made });
          await addAuditEvent(writer, timeline.owner, 'createWorkspace', workspaceTarget(place), {
            details: { slug },
            from: 0,
          });
        },
      },
      ...changes,
    ];
  });
};

/** Invitations that no one has accepted; some are still open and have working links. */
const invitations = (timeline: Timeline): SampleEvent[] => {
  const admins = timeline.people.filter(({ role }) => role === 'admin');
  const inviterOf = (index: number): Member => admins[index % admins.length] ?? timeline.owner;
  const open = openInvitations.map(({ name, role, daysAgo, mail }, index): SampleEvent => {
    const inviter = inviterOf(index);
    const email = sampleEmail(name);
    return {
      at: ago(timeline, daysAgo),
      run: async (writer) => {
        const id = await addInvitation(writer, inviter, { email, role, status: mail, linked: true, workspaces: [] });
        await addAuditEvent(
          writer,
          inviter,
          'inviteMember',
          { kind: 'invitation', id, label: email },
          {
            details: { role, workspaces: 0 },
            from: inviter.number,
          },
        );
      },
    };
  });
  const lapsed = lapsedInvitations.map(({ name, daysAgo, end }, index): SampleEvent => {
    const inviter = inviterOf(index + 1);
    const email = sampleEmail(name);
    return {
      at: ago(timeline, daysAgo),
      run: async (writer) => {
        const invitation = { email, role: 'member', status: 'sent', linked: false, workspaces: [] } as const;
        const id = await addInvitation(writer, inviter, invitation);
        const target = { kind: 'invitation', id, label: email } as const;
        const details = { role: 'member', workspaces: 0 };
        await addAuditEvent(writer, inviter, 'inviteMember', target, { details, from: inviter.number });
        await setInvitationStatus(writer.tx, id, 'pending', end);
        if (end === 'expired') return;
        await voidTokens(writer.tx, { invitationId: id }, writer.context.clock.now());
        await addAuditEvent(writer, inviter, 'revokeInvitation', target, { from: inviter.number });
      },
    };
  });
  return [...open, ...lapsed];
};

/** The owner verifies the log every two weeks: a real verification of the log so far. */
const verifications = (timeline: Timeline): SampleEvent[] =>
  [70, 56, 42, 28, 14, 0.5].map((days) => ({
    at: ago(timeline, days) + 3 * hour,
    run: async (writer) => {
      const { tx, context, tenant } = writer;
      const verdict = await verifyAuditChain(tx, context.audit, tenant.id);
      const target = { kind: 'tenant', id: tenant.id, label: tenant.name } as const;
      await addAuditEvent(writer, timeline.owner, 'verifyAuditLog', target, { details: { ...verdict }, from: 0 });
    },
  }));

/** Events of the company as a whole. */
export const companyEvents = (timeline: Timeline): SampleEvent[] => [
  ...founding(timeline),
  ...workspaces(timeline),
  ...invitations(timeline),
  ...verifications(timeline).filter(({ at }) => at <= timeline.present),
];
