import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';

const { getMember, listMembers, removeMember } = contract.team;
const { getTenant } = contract.organization;

const app = perFile(() => createTestService());

describe('getting a member', () => {
  it('returns the same as the list with more about the account, even after removal', async () => {
    const host = await app.owner();
    const guest = await app.join(host);
    const target = { tenant_id: host.tenantId, user_id: guest.id };
    const shown = await app.call(getMember, target, { token: host.token });
    const { users } = await app.call(listMembers, { tenant_id: host.tenantId }, { token: host.token });
    expect(users.map((listed) => ({ ...shown, ...listed }))).toContainEqual(shown);
    expect(shown).toMatchObject({ email_verified: true, email_verified_by: 'mailbox', disabled_by: null });
    expect(shown.created_at).toBe(toIso(app.clock.now()));
    await app.call(removeMember, target, { token: host.token });
    expect(await app.call(getMember, target, { token: host.token })).toEqual({ ...shown, status: 'removed' });
  });
});

describe('getting the tenant', () => {
  it('returns its name and creation time to every member, and to no one else', async () => {
    // Later than the teams of other tests, so that its creation is the present.
    app.clock.advance(second);
    const host = await app.owner();
    const guest = await app.join(host);
    const target = { tenant_id: host.tenantId };
    expect(await app.call(getTenant, target, { token: guest.token })).toEqual({
      tenant_id: host.tenantId,
      name: expect.stringMatching(/^Company/),
      logo: null,
      accent: null,
      sign_in_slug: null,
      sign_in_url: null,
      invitation_text: null,
      time_zone: null,
      created_at: new Date(app.clock.now()).toISOString(),
      sends_email: false,
      sample: false,
    });
    const stranger = await app.owner();
    await failsWith(app.call(getTenant, target, { token: stranger.token }), 'NOT_FOUND');
  });
});
