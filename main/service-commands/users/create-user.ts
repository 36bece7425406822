import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import { AppError } from '#shared/texts/errors.ts';
import { newMember } from '../../services/identity/new-member.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { claimAddress, insertUser } from '../../storage/store/identity/users.ts';
import { findOnlyOrganization } from '../find.ts';
import { commandOperation } from '../operation.ts';

/** 96 random bits, short enough to type. */
const passwordLength = 16;

export interface CreatedUser {
  user_id: string;
  email: string;
  organization: string;
  /** Only if it was generated: it is shown once. */
  password?: string;
}

/** Adds a person to an organization, even if sign-ups are closed. */
export const createUser = commandOperation({
  input: z.strictObject({
    email: field.email,
    name: field.name,
    role: field.role.default('member'),
    organization: z.string().optional(),
    password: field.newPassword.optional(),
    verified: z.boolean().default(false),
  }),
  async run(context, { email, name, role, organization, password: given, verified }): Promise<CreatedUser> {
    const { clockWatch, db, ids, passwords } = context;
    const tenant = await findOnlyOrganization(db.read, organization);
    const password = given ?? ids.secret().slice(0, passwordLength);
    await passwords.assertAcceptable(password, [email, name], tenant);
    const passwordHash = await passwords.hash(password, { lane: 'confirm', path: ['operator'] });
    const verification = verified ? 'operator' : null;
    const user = newMember(context, { tenantId: tenant.id, email, name, role, passwordHash, verification });
    await db.transaction({ tenant: tenant.id }, async (tx) => {
      if (!(await claimAddress(tx, email, clockWatch.dueTime()))) throw new AppError('EMAIL_TAKEN');
      await insertUser(tx, user);
      await recordEvent(context, tx, {
        action: 'createAccount',
        actor: operatorActor(tenant.id),
        target: userTarget(user),
        details: { role },
      });
    });
    return {
      user_id: user.id,
      email,
      organization: tenant.name,
      ...(given === undefined && { password }),
    };
  },
});
