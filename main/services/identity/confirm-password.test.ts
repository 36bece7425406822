import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { settingsAt } from '#e2e/support/mail-settings.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { siteOf } from '#e2e/support/passkeys.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, secretIn } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { waitAfter } from './lockout.ts';

describe('wrong passwords in confirmations', () => {
  const app = perTest(() => createTestService());
  const owner = perTest(() => app.owner());

  const { changeEmail, getMe } = contract.profile;
  const accept = (token: string) =>
    app.call(contract.team.acceptInvitation, { token, name: 'Invitee', password: testPassword });
  const confirm = (password: string, token = owner.token) =>
    app.call(changeEmail, { new_email: 'new.address@example.com', password }, { token });

  it('are checked at most six times in a burst of 100', async () => {
    const outcomes = await countOutcomes(times(100, (index) => confirm(`wrong ${index}`)));
    // At most two of one user wait for their check. Others are told to try again, unjudged and uncounted.
    const { CURRENT_PASSWORD_INVALID = 0, BUSY = 0, ACCOUNT_LOCKED = 0 } = outcomes;
    expect(CURRENT_PASSWORD_INVALID).toBeGreaterThanOrEqual(2);
    expect(CURRENT_PASSWORD_INVALID).toBeLessThanOrEqual(6);
    expect(CURRENT_PASSWORD_INVALID + BUSY + ACCOUNT_LOCKED).toBe(100);
  });

  it('cause a wait that is audited and does not block signing in', async () => {
    for (let failure = 1; failure <= 6; failure += 1) await failsWith(confirm('wrong'), 'CURRENT_PASSWORD_INVALID');
    expect((await failsWith(confirm(owner.password), 'ACCOUNT_LOCKED')).retry_after).toBe(1);
    const { events } = await app.call(
      contract.audit.listAuditEvents,
      { tenant_id: owner.tenantId, action: 'lockAccount' },
      { token: owner.token },
    );
    expect(events).toMatchObject([
      { target_id: owner.id, ip_address: '127.0.0.1', details: { failures: 6, wait_seconds: 1 } },
    ]);
    await app.login(owner);
    app.clock.advance(1 * second);
    await confirm(owner.password);
    await failsWith(confirm('wrong'), 'CURRENT_PASSWORD_INVALID');
    await confirm(owner.password);
  });

  it('keep every operation waiting that asks for the password', async () => {
    const { password, token, tenantId } = owner;
    const member = await app.join(owner);
    const ofAccount = { tenant_id: tenantId, account_id: 'svc_x' };
    const asking: [OperationSpec, object][] = [
      [contract.auth.confirmSession, { password }],
      [contract.auth.changePassword, { current_password: password, new_password: 'another long password' }],
      [contract.team.transferOwnership, { tenant_id: tenantId, user_id: member.id, password }],
      [contract.profile.deleteMe, { confirmation: 'DELETE', password }],
      [changeEmail, { new_email: 'new.address@example.com', password }],
      [contract.mail.updateMailSettings, settingsAt(25, { password })],
      [contract.mail.deleteMailSettings, { password }],
      [contract.security.startSecondFactor, { password }],
      [contract.security.startPasskeyRegistration, { password, origin: siteOf(app.service.context).origin }],
      [contract.security.removePasskey, { password, passkey_id: 'pk_x' }],
      [contract.security.disableSecondFactor, { password, code: '000000' }],
      [contract.security.regenerateRecoveryCodes, { password, code: '000000' }],
      [contract.security.createApiKey, { name: 'Key', scopes: ['self'], password }],
      [contract.security.rollApiKey, { key_id: 'key_x', password }],
      [contract.serviceAccounts.createServiceAccountKey, { ...ofAccount, name: 'Key', password }],
      [contract.serviceAccounts.rollServiceAccountKey, { ...ofAccount, key_id: 'key_x', password }],
      [contract.serviceAccounts.enableServiceAccount, { ...ofAccount, password }],
      [contract.serviceAccounts.updateServiceAccount, { ...ofAccount, password }],
    ];
    const declaring = operations.filter(({ operation: { errors } }) => errors.includes('CURRENT_PASSWORD_INVALID'));
    expect(asking.map(([{ id }]) => id).sort()).toEqual(declaring.map(({ operation: { id } }) => id).sort());
    for (let failure = 1; failure <= 6; failure += 1) await failsWith(confirm('wrong'), 'CURRENT_PASSWORD_INVALID');
    for (const [operation, input] of asking) {
      await failsWith(app.call(operation, input as never, { token }), 'ACCOUNT_LOCKED');
    }
  });

  it('end only that session after 20 in a row', async () => {
    let stolen = await app.login(owner);
    let own = await app.login(owner);
    const refreshed = async (person: Person): Promise<Person> => {
      const tokens = await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
      return { ...person, token: tokens.access_token, refreshToken: tokens.refresh_token };
    };
    for (let failure = 1; failure <= 20; failure += 1) {
      [stolen, own] = [await refreshed(stolen), await refreshed(own)];
      await failsWith(confirm('wrong', stolen.token), 'CURRENT_PASSWORD_INVALID');
      app.clock.advance(waitAfter(failure));
    }
    await failsWith(app.call(getMe, {}, { token: stolen.token }), 'SESSION_ENDED');
    await app.call(getMe, {}, { token: own.token });
  });

  it('void the links that were shown in the session that they end, and no others', async () => {
    const stolen = await app.login(owner);
    const copied = async (email: string, { token }: Person): Promise<string> => {
      const { invitation_id } = await invite(app, owner, email);
      const scope = { tenant_id: owner.tenantId, invitation_id };
      return secretIn((await app.call(contract.team.copyInvitationLink, scope, { token })).url);
    };
    const lost = await copied('lost@example.com', stolen);
    const kept = await copied('kept@example.com', owner);
    for (let failure = 1; failure <= 20; failure += 1) {
      await failsWith(confirm('wrong', stolen.token), 'CURRENT_PASSWORD_INVALID');
      if (failure >= 6)
        await tablesOf(app.service.context.db.write).updateTable('sign_in_failures').set({ retry_at: 0 }).execute();
    }
    await failsWith(accept(lost), 'LINK_INVALID');
    await accept(kept);
  });

  it('are not counted while correct ones are checked: a burst of those is never refused', async () => {
    const { startSecondFactor } = contract.security;
    const { password, token } = owner;
    const outcomes = times(12, () => app.call(startSecondFactor, { password }, { token }));
    // Beyond a user's share of waiting checks, BUSY is the answer.
    const { ok = 0, BUSY = 0, ...others } = await countOutcomes(outcomes);
    expect([ok + BUSY, others]).toEqual([12, {}]);
  });
});
