import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(() => createTestService());

interface Team {
  owner: Person;
  coOwner: Person;
  member: Person;
  /** An invitation that is open already. */
  invitationId: string;
}

const found = async (): Promise<Team> => {
  const owner = await app.owner();
  const [coOwner, member] = [await app.join(owner, 'owner'), await app.join(owner)];
  const { invitation_id } = await invite(app, owner, `open.${owner.email}`, 'owner');
  await enrol(app, coOwner);
  return { owner, coOwner, member, invitationId: invitation_id };
};

/** What the thief of an owner's access token does with it, and nothing else: the token is all that they have. */
const steps: [string, (team: Team) => Promise<unknown>][] = [
  ['loosen the policies', ({ owner }) => setPolicies(app, owner, { second_factor_required: false })],
  ['invite an owner', ({ owner }) => invite(app, owner, `thief.${owner.email}`, 'owner')],
  [
    'copy the link of an invitation',
    ({ owner, invitationId: invitation_id }) =>
      app.call(contract.team.copyInvitationLink, { tenant_id: owner.tenantId, invitation_id }, { token: owner.token }),
  ],
  [
    "reset another owner's second factor",
    ({ owner, coOwner }) => app.call(contract.security.resetMemberSecondFactor, of(coOwner), { token: owner.token }),
  ],
  [
    'make a link that resets their password',
    ({ owner, coOwner }) =>
      app.call(contract.team.createMemberLink, { ...of(coOwner), purpose: 'reset_password' }, { token: owner.token }),
  ],
  [
    'promote an accomplice',
    ({ owner, member }) => app.call(contract.team.changeRole, { ...of(member), role: 'owner' }, { token: owner.token }),
  ],
  [
    'demote the other owner',
    ({ owner, coOwner }) =>
      app.call(contract.team.changeRole, { ...of(coOwner), role: 'member' }, { token: owner.token }),
  ],
  [
    'sign the other owner out',
    ({ owner, coOwner }) => app.call(contract.sessions.revokeMemberSessions, of(coOwner), { token: owner.token }),
  ],
  [
    'disable the other owner',
    ({ owner, coOwner }) => app.call(contract.team.disableMember, of(coOwner), { token: owner.token }),
  ],
  [
    'remove the other owner',
    ({ owner, coOwner }) => app.call(contract.team.removeMember, of(coOwner), { token: owner.token }),
  ],
];
const of = ({ id, tenantId }: Person) => ({ tenant_id: tenantId, user_id: id });

describe("the thief of an owner's session, ten minutes after the owner signed in", () => {
  const protections: [string, (owner: Person) => Promise<unknown>][] = [
    ['the owner uses two-factor authentication', (owner) => enrol(app, owner)],
    ['the organization asks everyone', (owner) => setPolicies(app, owner, { confirm_sensitive_changes: true })],
  ];

  it.each(protections)('changes nothing if %s', async (_name, protect) => {
    const team = await found();
    await protect(team.owner);
    lapse(app);
    const before = await auditRows(app, team.owner.tenantId);
    for (const [name, step] of steps) {
      await failsWith(step(team), 'REAUTHENTICATION_REQUIRED').catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
    }
    expect(await auditRows(app, team.owner.tenantId)).toEqual(before);
  });

  it('takes over where neither is the case: the contract asks for nothing', async () => {
    const team = await found();
    lapse(app);
    for (const [, step] of steps) await step(team);
  });
});
