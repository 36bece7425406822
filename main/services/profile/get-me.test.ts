import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { profileOf } from '#shared/contract/profile/fields.ts';

const { getMe } = contract.profile;

const app = perFile(() => createTestService());

describe('get me (seed 000 §4 #9, §2)', () => {
  it('returns the eight fields of the seed, what custom roles add, and no secret', async () => {
    const person = await app.owner(undefined, { verified: false });
    const answer = await app.call(getMe, {}, { token: person.token });
    expect(answer).toEqual({
      ...profileOf(answer),
      user_id: person.id,
      email: person.email,
      name: person.name,
      tenant_id: person.tenantId,
      role: 'owner',
      granted: [],
      email_verified: false,
      created_at: new Date(app.clock.now()).toISOString(),
      preferences: defaultPreferences,
    });
  });

  it.each(['admin', 'member'] as const)('returns an %s as such, verified by the invitation email', async (role) => {
    const owner = await app.owner();
    const person = await app.join(owner, role);
    const me = await app.call(getMe, {}, { token: person.token });
    expect(me).toMatchObject({ user_id: person.id, tenant_id: owner.tenantId, role, email_verified: true });
  });
});
