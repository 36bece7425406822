import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { day, hour } from '#shared/rules/limits.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import { consumeToken, issueToken } from './one-time-tokens.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const listed: Record<TokenPurpose, true> = {
  verify_email: true,
  change_email: true,
  cancel_email_change: true,
  reset_password: true,
  sign_in_link: true,
  invitation: true,
  restore_account: true,
  second_factor: true,
  undo_authenticator: true,
  undo_passkey: true,
  undo_owner: true,
  undo_api_key: true,
  undo_recovery_codes: true,
};
const purposes = Object.keys(listed) as TokenPurpose[];

/** Issues a token while the clock is ahead, and uses it up later, without anything that reads it before. */
const issueAhead = async (purpose: TokenPurpose, aheadMs: number) => {
  const { context } = app.service;
  const owner = await app.owner();
  const email = `${purpose}.${aheadMs}@example.com`;
  const subject =
    purpose === 'invitation' ? { invitationId: (await invite(app, owner, email)).invitation_id } : { userId: owner.id };
  app.clock.jump(aheadMs);
  const { secret } = await context.db.transaction({ tenant: owner.tenantId }, (tx) =>
    issueToken(context, tx, { purpose, subject, email, lifetimeMs: hour }),
  );
  app.clock.jump(-aheadMs);
  return () => context.db.transaction({ tenant: owner.tenantId }, (tx) => consumeToken(context, tx, purpose, secret));
};

describe('a token that is used up without being read before', () => {
  it.each(purposes)('is over if its clock was ahead by more than it lasts: %s', async (purpose) => {
    const consume = await issueAhead(purpose, 365 * day);
    await failsWith(consume(), 'LINK_EXPIRED');
  });

  it.each(purposes)('works if its clock was ahead by less: %s', async (purpose) => {
    const consume = await issueAhead(purpose, hour / 2);
    expect(await consume()).toMatchObject({ purpose });
  });
});
