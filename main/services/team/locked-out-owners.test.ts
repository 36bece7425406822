import { describe, expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { settingsAt } from '#e2e/support/mail-settings.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { reasons } from '#shared/texts/reasons.ts';
import { listOwners } from '../../storage/store/identity/users.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const first = perFile(() => app.owner());
const { mail, organization, profile, team } = contract;
const by = ({ token }: Person) => ({ token });

/** An owner whose address is verified, and another one, who could only verify theirs by an email. */
const cast = async () => {
  const verified = await app.owner();
  await setVerified(app, verified, true);
  await setPolicies(app, verified, { verified_email_required: true });
  const other = await app.join(verified, 'admin');
  // No one undoes that the operator made someone an owner.
  await operate(app, 'user set-role', { user: other.email, role: 'owner' });
  await setVerified(app, other, false);
  return { verified, other, of: { tenant_id: verified.tenantId, user_id: verified.id } };
};
type Cast = Awaited<ReturnType<typeof cast>>;
type Way = (cast: Cast) => Promise<unknown>;

/** Every way in which an organization loses an owner, or an owner their verified address. */
const ways: Record<string, Way> = {
  changeRole: ({ verified, of }) => app.call(team.changeRole, { ...of, role: 'admin' }, by(verified)),
  removeMember: ({ verified, of }) => app.call(team.removeMember, of, by(verified)),
  transferOwnership: ({ verified, other, of }) =>
    app.call(team.transferOwnership, { ...of, user_id: other.id, password: verified.password }, by(verified)),
  deleteMe: ({ verified }) =>
    app.call(profile.deleteMe, { confirmation: 'DELETE', password: verified.password }, by(verified)),
  'user set-role': ({ verified }) => operate(app, 'user set-role', { user: verified.email, role: 'member' }),
  'user set-email': ({ verified }) =>
    operate(app, 'user set-email', { user: verified.email, email: `new-${verified.email}` }),
  'user disable': ({ verified }) => operate(app, 'user disable', { user: verified.email }),
  'user delete': ({ verified }) => operate(app, 'user delete', { user: verified.email }),
  'organization transfer': ({ verified, other }) =>
    operate(app, 'organization transfer', {
      organization: verified.tenantId,
      user: other.email,
      from: verified.email,
    }),
};
const inBulk: Record<
  string,
  (cast: Cast) => Promise<{ results: readonly { ok: boolean; code?: string | undefined }[] }>
> = {
  changeRoles: ({ verified, of: { tenant_id } }) =>
    app.call(team.changeRoles, { tenant_id, user_ids: [verified.id], role: 'member' }, by(verified)),
  removeMembers: ({ verified, of: { tenant_id } }) =>
    app.call(team.removeMembers, { tenant_id, user_ids: [verified.id] }, by(verified)),
  previewRemoval: ({ verified, of: { tenant_id } }) =>
    app.call(team.previewRemoval, { tenant_id, user_ids: verified.id }, by(verified)),
};

const canAct = async ({ verified }: Cast): Promise<boolean> =>
  (await listOwners(app.service.context.db.read, verified.tenantId)).some((owner) => owner.email_verified === 1);

/** DECISION 0325 */
describe('where a verified address is required and no email is sent', () => {
  it.each(Object.entries(ways))('%s leaves an owner who can act', async (_, way) => {
    const people = await cast();
    await expect(way(people)).rejects.toThrow(reasons.LAST_OWNER.only_verified_owner);
    expect(await canAct(people)).toBe(true);
    await app.call(team.markEmailVerified, { ...people.of, user_id: people.other.id }, by(people.verified));
    await way(people);
    expect(await canAct(people)).toBe(true);
  });

  it.each(Object.entries(inBulk))('%s says so of each', async (_, way) => {
    const people = await cast();
    expect((await way(people)).results).toMatchObject([{ ok: false, code: 'LAST_OWNER' }]);
    expect(await canAct(people)).toBe(true);
  });

  it('covers every operation that may be refused for the last owner', () => {
    const refusing = operations.filter(({ operation }) => operation.errors.includes('LAST_OWNER'));
    expect(Object.keys(ways)).toEqual(expect.arrayContaining(refusing.map(({ operation }) => operation.id)));
  });

  it.each(['only the policy', 'only the unverified address'])('leaves everything as it was without %s', async (one) => {
    const people = await cast();
    if (one === 'only the policy') await setPolicies(app, people.verified, { verified_email_required: false });
    else await setVerified(app, people.other, true);
    await app.call(team.changeRole, { ...people.of, role: 'admin' }, by(people.verified));
  });

  it('keeps the mail server while an organization waits for it, and not for others', async () => {
    const { token, password } = first;
    const remove = () => app.call(mail.deleteMailSettings, { password }, { token });
    await app.call(mail.updateMailSettings, settingsAt(1, { password }), { token });
    const { verified, of } = await cast();
    await app.call(team.changeRole, { ...of, role: 'admin' }, by(verified));
    const refusal = await failsWith(remove(), 'STATE_CONFLICT');
    expect(refusal.reason).toBe('owners_unverified');
    const [owner] = await listOwners(app.service.context.db.read, verified.tenantId);
    expect(isOwner(owner?.role ?? 'member')).toBe(true);
    await operate(app, 'user verify', { user: owner?.email });
    await remove();
  });

  it('can be required only by an owner who stays able to act', async () => {
    const owner = await app.owner();
    await setVerified(app, owner, false);
    const refusal = await failsWith(setPolicies(app, owner, { verified_email_required: true }), 'STATE_CONFLICT');
    expect(refusal.reason).toBe('email_unverified');
    expect(
      (await app.call(organization.getPolicies, { tenant_id: owner.tenantId }, by(owner))).verified_email_required,
    ).toBe(false);
  });

  it('lets the operator disable them anyway', async () => {
    const people = await cast();
    await operate(app, 'user disable', { user: people.verified.email, force: true });
    expect(await canAct(people)).toBe(false);
  });
});
