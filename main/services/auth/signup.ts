import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import { findUserByEmail, insertUser, type UserRow } from '../../store/identity/users.ts';
import { insertTenant } from '../../store/team/tenants.ts';
import { accountActor, recordEvent } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendVerification } from '../identity/account-mails.ts';

/** Seed 000 §4 #1: creates a tenant and its owner in one operation, pending verification (§3). */
export const signup: Handler<typeof contract.auth.signup> = async (context, input, call) => {
  const { db, clock, ids, passwords } = context;
  const { client } = call;
  const { email, name, password, company_name } = input;
  await passwords.assertAcceptable(password, [email, name]);
  if (await findUserByEmail(db.read, email)) throw new AppError('EMAIL_TAKEN');
  const passwordHash = await passwords.hash(password);
  return call.transaction({}, async (tx) => {
    if (await findUserByEmail(tx, email)) throw new AppError('EMAIL_TAKEN');
    const now = clock.now();
    const tenantId = ids.id('tnt');
    const user: UserRow = {
      id: ids.id('user'),
      tenant_id: tenantId,
      email,
      name,
      role: 'owner',
      status: 'active',
      password_hash: passwordHash,
      email_verified: 0,
      pending_email: null,
      preferences: JSON.stringify(defaultPreferences),
      created_at: now,
      last_login_at: now,
      delete_at: null,
    };
    await insertTenant(tx, { id: tenantId, name: company_name, created_at: now, delete_at: null });
    await insertUser(tx, user);
    await recordEvent(context, tx, {
      action: 'signup',
      actor: accountActor(user),
      client,
      target: { kind: 'tenant', id: tenantId, label: company_name },
    });
    const verificationSent = await sendVerification(context, tx, user);
    return {
      user_id: user.id,
      tenant_id: tenantId,
      email,
      email_verified: false,
      verification_sent: verificationSent,
    };
  });
};
