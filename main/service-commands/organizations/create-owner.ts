import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createOwner as create } from '../../services/identity/create-owner.ts';
import { claimAddress } from '../../storage/store/identity/users.ts';
import { lockInstallation } from '../../storage/store/installation.ts';
import { isUnclaimed } from '../../storage/store/operators.ts';
import { commandOperation } from '../operation.ts';

/** 96 random bits, short enough to type. */
const passwordLength = 16;

export interface CreatedOwner {
  created: true;
  user_id: string;
  email: string;
  organization_id: string;
  organization: string;
  /** Only if it was generated: it is shown once. */
  password?: string;
}

/** There is an organization already, and only the first one was asked for. */
export interface NoOwnerNeeded {
  created: false;
}

/** Creates an organization and its owner, even if sign-ups are closed. */
export const createOwner = commandOperation({
  input: z.strictObject({
    email: field.email,
    name: field.name,
    company: field.name,
    password: field.newPassword.optional(),
    first: z.boolean().default(false),
  }),
  async run(context, { email, name, company, password: given, first }): Promise<CreatedOwner | NoOwnerNeeded> {
    const { clockWatch, db, ids, passwords, setupToken } = context;
    if (first && !(await isUnclaimed(db.read))) return { created: false };
    const password = given ?? ids.secret().slice(0, passwordLength);
    await passwords.assertAcceptable(password, [email, name, company]);
    const passwordHash = await passwords.hash(password, { lane: 'confirm', path: ['operator'] });
    const owner = await db.transaction({}, async (tx) => {
      if (first) {
        // Several containers may start at once.
        await lockInstallation(tx);
        if (!(await isUnclaimed(tx))) return undefined;
      }
      if (!(await claimAddress(tx, email, clockWatch.dueTime()))) throw new AppError('EMAIL_TAKEN');
      return create(context, tx, undefined, { email, name, companyName: company, passwordHash });
    });
    if (!owner) return { created: false };
    // The first account exists.
    await setupToken.end();
    return {
      created: true,
      user_id: owner.id,
      email,
      organization_id: owner.tenant_id,
      organization: company,
      ...(given === undefined && { password }),
    };
  },
});
