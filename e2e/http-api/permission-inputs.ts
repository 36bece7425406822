import { makeAdminTenant, setMailServer } from '#e2e/support/admin-tenant.ts';
import { lockOut } from '#e2e/support/lock-out.ts';
import { assertWith, attest, newPasskey, type SoftPasskey, seedPasskey, siteOf } from '#e2e/support/passkeys.ts';
import { codeAt, seededSecret, seedSecondFactor, seedTrustedDevice } from '#e2e/support/second-factor.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import { type ChallengeUse, issueChallenge } from '#main/security/passkey-challenges.ts';
import { creationOptions, requestOptions } from '#main/security/passkeys.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { SystemContext } from '#main/services/context.ts';
import { issueToken } from '#main/services/identity/one-time-tokens.ts';
import { ofSession } from '#main/services/identity/passkeys.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { minute } from '#shared/rules/limits.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import type { IdField, Row } from './permission-row.ts';

/** The end of an ID that doesn't exist. */
export const absent = 'A'.repeat(22);
export const tenant: IdField = { foreign: ({ foreign }) => foreign.id, missing: `tnt_${absent}`, answer: 'NOT_FOUND' };
export const member: IdField = {
  foreign: ({ foreign }) => foreign.target.id,
  missing: `user_${absent}`,
  answer: 'MEMBER_NOT_FOUND',
};
export const invitation: IdField = {
  foreign: ({ foreign }) => foreign.invitationId,
  missing: `inv_${absent}`,
  answer: 'NOT_FOUND',
};
export const mail: IdField = {
  foreign: ({ foreign }) => foreign.mails.queued,
  missing: `mail_${absent}`,
  answer: 'NOT_FOUND',
};
export const slug: IdField = {
  foreign: ({ foreign }) => foreign.workspace.slug,
  missing: 'no-such',
  answer: 'NOT_FOUND',
};
export const session: IdField = {
  foreign: ({ foreign }) => foreign.target.otherSessionId,
  missing: `sess_${absent}`,
  answer: 'NOT_FOUND',
};
export const apiKey: IdField = {
  foreign: ({ foreign }) => foreign.target.apiKey.id,
  missing: `key_${absent}`,
  answer: 'NOT_FOUND',
};
export const passkey: IdField = {
  foreign: ({ foreign }) => foreign.passkey.row.id,
  missing: `pk_${absent}`,
  answer: 'NOT_FOUND',
};
export const trustedDevice: IdField = {
  foreign: ({ foreign }) => foreign.trustedDeviceId,
  missing: `tdev_${absent}`,
  answer: 'NOT_FOUND',
};
export const secret = (answer: ErrorKey): IdField => ({ missing: 'A'.repeat(43), answer });

export const nothing = () => ({});
export const ofTenantItself = ({ own }: SeedData) => own.id;
export const ofTenant = ({ own }: SeedData) => ({ tenant_id: own.id });
export const ofMember = ({ own }: SeedData) => ({ tenant_id: own.id, user_id: own.target.id });
export const ofSecured = ({ own }: SeedData) => ({ tenant_id: own.id, user_id: own.secured.id });
export const securedMember: IdField = { ...member, foreign: ({ foreign }) => foreign.secured.id };
export const presentCode = async ({ clock }: SystemContext) => ({ code: codeAt(seededSecret, clock.now()) });
export const withSecondFactor =
  (state: 'pending' | 'active'): NonNullable<Row['prepare']> =>
  async (context, caller) => {
    await seedSecondFactor(context, context.db.write, caller.id, state);
    return presentCode(context);
  };

const text = 'A'.repeat(43);
/** The answer of a passkey to a challenge that no one issued. */
export const noProof = {
  challenge_token: text,
  credential: { id: text, response: { clientDataJSON: text, authenticatorData: text, signature: text } },
};
export const noNewPasskey = {
  challenge_token: text,
  credential: { id: text, response: { clientDataJSON: text, attestationObject: text } },
  name: 'Laptop',
};
/** The right answer of a passkey to a challenge for `use`. */
export const proofOf = (context: SystemContext, use: ChallengeUse, soft: SoftPasskey) => {
  const site = siteOf(context);
  const { challenge, token } = issueChallenge(context, use, site);
  const asked = { challenge_token: token, options: requestOptions(challenge, site) };
  return { challenge_token: token, credential: assertWith(soft, asked, site.origin) };
};
const ofCaller = (purpose: 'registration' | 'confirmation', { sessionId }: Actor): ChallengeUse => ({
  purpose,
  bound: ofSession(sessionId),
});
export const withNewPasskey: NonNullable<Row['prepare']> = async (context, caller) => {
  const site = siteOf(context);
  const { challenge, token } = issueChallenge(context, ofCaller('registration', caller), site);
  const user = { id: caller.id, email: caller.email, name: 'Caller' };
  const options = creationOptions(challenge, site, user, []);
  const credential = attest(newPasskey(), { challenge_token: token, options }, site.origin);
  return { challenge_token: token, credential };
};
/** Gives the caller a passkey, and asks for it. */
export const withPasskey: NonNullable<Row['prepare']> = async (context, caller) => {
  const { row } = await seedPasskey(context, context.db.write, caller.id);
  return { passkey_id: row.id };
};
export const withPasskeyAndProof: NonNullable<Row['prepare']> = async (context, caller) => {
  const soft = await seedPasskey(context, context.db.write, caller.id);
  return { passkey_id: soft.row.id, passkey: proofOf(context, ofCaller('confirmation', caller), soft) };
};
/** Lets the caller, who has just shown a second factor, trust a device. */
export const withKnownDevice: NonNullable<Row['prepare']> = async (context, caller) => {
  await seedSecondFactor(context, context.db.write, caller.id);
  const { write } = context.db;
  await tablesOf(write)
    .updateTable('tenants')
    .set({ trusted_device_days: 30 })
    .where('id', '=', caller.tenantId)
    .execute();
  await tablesOf(write)
    .updateTable('sessions')
    .set({ confirmed_at: context.clock.now(), confirmed_with: 'second_factor' })
    .where('user_id', '=', caller.id)
    .execute();
  return { device_token: context.knownDevices.issue(caller.id, undefined) };
};
/** Gives the caller a trusted device, and asks for it. */
export const withTrustedDevice: NonNullable<Row['prepare']> = async (context, caller) => ({
  device_id: await seedTrustedDevice(context, context.db.write, caller.id),
});
/** Lets someone sign in with a link, and issues one. */
export const signInLinkOf = async (
  context: SystemContext,
  tenantId: string,
  { id, email }: { id: string; email: string },
): Promise<Record<string, unknown>> => {
  await tablesOf(context.db.write)
    .updateTable('tenants')
    .set({ email_sign_in: 1 })
    .where('id', '=', tenantId)
    .execute();
  const browser_token = context.ids.secret();
  const { secret: token } = await context.db.transaction({ tenant: tenantId }, (tx) =>
    issueToken(context, tx, {
      purpose: 'sign_in_link',
      subject: { userId: id },
      email,
      lifetimeMs: minute,
      boundTo: hashSecret(browser_token),
    }),
  );
  return { token, browser_token };
};
export const ofInvitation = ({ own }: SeedData) => ({ tenant_id: own.id, invitation_id: own.invitationId });
export const ofWorkspace = ({ own }: SeedData) => ({ tenant_id: own.id, slug: own.workspace.slug });
/** Makes the caller's tenant the admin tenant: only its owners set the mail server. */
export const asAdminTenant: NonNullable<Row['prepare']> = async (context, { tenantId }) => {
  await makeAdminTenant(context, tenantId);
  return {};
};
export const withMailServer: NonNullable<Row['prepare']> = async (context, caller, seed) => {
  await setMailServer(context);
  return asAdminTenant(context, caller, seed);
};
/** Disables the member whom callers act on. */
export const withDisabledTarget: NonNullable<Row['prepare']> = async ({ db }, { tenantId }) => {
  await tablesOf(db.write)
    .updateTable('users')
    .set({ status: 'disabled', disabled_by: 'admin' })
    .where('tenant_id', '=', tenantId)
    .where('name_key', 'like', '%target%')
    .execute();
  return {};
};
/** Schedules the deletion of everyone whom callers act on. */
export const withScheduledTarget: NonNullable<Row['prepare']> = async ({ db, clock }, { tenantId }) => {
  await tablesOf(db.write)
    .updateTable('users')
    .set({ status: 'pending_deletion', delete_at: clock.now() + 1_000 })
    .where('tenant_id', '=', tenantId)
    .where('name_key', 'like', '%target%')
    .execute();
  return {};
};
/** Locks out everyone whom callers act on. */
export const withLockedTarget: NonNullable<Row['prepare']> = async ({ db, secretBox, clock }, { tenantId }) => {
  const users = await tablesOf(db.read).selectFrom('users').select('email').where('tenant_id', '=', tenantId).execute();
  for (const { email } of users) await lockOut({ db, secretBox, clock }, email);
  return {};
};
export const newPassword = 'tall orange lighthouse';
let fresh = 0;
export const freshEmail = (): string => {
  fresh += 1;
  return `fresh${fresh}@example.org`;
};
