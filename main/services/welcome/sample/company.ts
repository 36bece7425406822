import { day, hour, minute } from '#shared/limits.ts';
import { verifyAuditChain } from '../../../security/audit-verification.ts';
import { setInvitationStatus } from '../../../store/invitations.ts';
import { voidTokens } from '../../../store/one-time-tokens.ts';
import { markSample } from '../../../store/sample-tenants.ts';
import { insertTenant } from '../../../store/tenants.ts';
import { setWorkspaceRole } from '../../../store/workspace-members.ts';
import { insertWorkspace, updateWorkspace } from '../../../store/workspaces.ts';
import { userTarget, workspaceTarget } from '../../common/record-event.ts';
import { type Act, addInvitation, addMail, addUser, tell } from './past.ts';
import { lapsedInvitations, openInvitations, sampleEmail } from './people.ts';
import { ago, companyAge, type Member, type Stage } from './stage.ts';

/** The sign-up that the company began with. */
const founding = (stage: Stage): Act[] => {
  const { owner, passwordHash } = stage;
  const begun = ago(stage, companyAge);
  return [
    {
      at: begun,
      run: async (past) => {
        const { tx, tenant } = past;
        await insertTenant(tx, { ...tenant, created_at: begun, delete_at: null });
        await markSample(tx, tenant.id);
        await addUser(
          past,
          { id: owner.id, email: owner.email, name: owner.name, role: 'owner', password_hash: passwordHash },
          true,
        );
        await addMail(past, {
          kind: 'verification',
          userId: owner.id,
          recipient: owner.email,
          params: { name: owner.name },
          fate: 'sent',
        });
        await tell(past, owner, 'signup', { kind: 'tenant', id: tenant.id, label: tenant.name }, { from: 0 });
      },
    },
    { at: begun + 9 * minute, run: (past) => tell(past, owner, 'verifyEmail', userTarget(owner), { from: 0 }) },
  ];
};

/** Workspaces are made on the first day; how well they stand has changed since. */
const workspaces = (stage: Stage): Act[] =>
  stage.places.flatMap((place, index): Act[] => {
    const made = ago(stage, companyAge) + (20 + index * 6) * minute;
    const scores = [100, Math.round((200 + place.health) / 3), Math.round((100 + place.health) / 2), place.health];
    const changes = scores.slice(1).flatMap((health_score, change): Act[] =>
      health_score === scores[change]
        ? []
        : [
            {
              at: ago(stage, 60 - change * 24 - index * 1.3),
              run: async (past) => {
                await updateWorkspace(past.tx, place.id, { health_score });
                await tell(past, stage.owner, 'updateWorkspace', workspaceTarget(place), {
                  details: { health_score },
                  from: 0,
                });
              },
            },
          ],
    );
    return [
      {
        at: made,
        run: async (past) => {
          const { id, name, slug } = place;
          const row = { id, name, slug, tenant_id: past.tenant.id, health_score: 100, owner_id: stage.owner.id };
          await insertWorkspace(past.tx, { ...row, created_at: made });
          await setWorkspaceRole(past.tx, id, stage.owner.id, 'Admin');
          await tell(past, stage.owner, 'createWorkspace', workspaceTarget(place), { details: { slug }, from: 0 });
        },
      },
      ...changes,
    ];
  });

/** Invitations that nobody has accepted: some still may, with a link that works. */
const invitations = (stage: Stage): Act[] => {
  const admins = stage.cast.filter(({ role }) => role === 'admin');
  const inviterOf = (index: number): Member => admins[index % admins.length] ?? stage.owner;
  const open = openInvitations.map(({ name, role, daysAgo, mail }, index): Act => {
    const inviter = inviterOf(index);
    const email = sampleEmail(name);
    return {
      at: ago(stage, daysAgo),
      run: async (past) => {
        const id = await addInvitation(past, inviter, { email, role, fate: mail, linked: true, workspaces: [] });
        await tell(
          past,
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
  const lapsed = lapsedInvitations.map(({ name, daysAgo, end }, index): Act => {
    const inviter = inviterOf(index + 1);
    const email = sampleEmail(name);
    return {
      at: ago(stage, daysAgo),
      run: async (past) => {
        const invitation = { email, role: 'member', fate: 'sent', linked: false, workspaces: [] } as const;
        const id = await addInvitation(past, inviter, invitation);
        const target = { kind: 'invitation', id, label: email } as const;
        const details = { role: 'member', workspaces: 0 };
        await tell(past, inviter, 'inviteMember', target, { details, from: inviter.number });
        await setInvitationStatus(past.tx, id, 'pending', end);
        if (end === 'expired') return;
        await voidTokens(past.tx, { invitationId: id }, past.context.clock.now());
        await tell(past, inviter, 'revokeInvitation', target, { from: inviter.number });
      },
    };
  });
  return [...open, ...lapsed];
};

/** The owner verifies the log each fortnight: really, each time as far as it goes. */
const verifications = (stage: Stage): Act[] =>
  [70, 56, 42, 28, 14, 0.5].map((days) => ({
    at: ago(stage, days) + 3 * hour,
    run: async (past) => {
      const { tx, context, tenant } = past;
      const verdict = await verifyAuditChain(tx, context.audit, tenant.id);
      const target = { kind: 'tenant', id: tenant.id, label: tenant.name } as const;
      await tell(past, stage.owner, 'verifyAuditLog', target, { details: { ...verdict }, from: 0 });
    },
  }));

/** What the company did as a whole. */
export const companyActs = (stage: Stage): Act[] => [
  ...founding(stage),
  ...workspaces(stage),
  ...invitations(stage),
  ...verifications(stage).filter(({ at }) => at > stage.present - companyAge * day && at <= stage.present),
];
