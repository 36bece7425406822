import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { sendVerification } from '../../services/identity/account-mails.ts';
import { assertOwnerCanAct } from '../../services/identity/assert-owner-can-act.ts';
import { applyAddress, sendAddressNotice } from '../../services/identity/change-address.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { changeOrTry } from '../rehearse.ts';
import { assertActive } from './assert-active.ts';

export interface ChangedEmail {
  email: string;
  previous_email: string;
  email_verified: boolean;
  /** What becomes of the email that verifies the new address; null if there is none. */
  verification: 'queued' | 'held' | null;
  /** Whether the previous address gets a notice with a link to undo the change. */
  notice: boolean;
  /** Whether nothing was changed. */
  dry_run: boolean;
}

/**
 * Changes someone's address at once. Links that depend on the previous one stop working, as with a change in the console, and
 * it gets a notice, unless someone else reads it: then it can't undo this change or an earlier one either.
 */
export const setUserEmail = commandOperation({
  input: z.strictObject({
    user: z.string().min(1),
    email: field.email,
    verified: z.boolean().default(false),
    'no-notice': z.boolean().default(false),
    'dry-run': z.boolean().default(false),
  }),
  async run(context, { user: key, email, verified, 'no-notice': isQuiet, 'dry-run': isDryRun }): Promise<ChangedEmail> {
    const { db, mailGateway } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    const delivery = await mailGateway.delivery();
    return changeOrTry(db, { tenant: tenant_id }, isDryRun, async (tx) => {
      const user = await findUserOf(tx, id);
      assertActive(user);
      if (user.email === email) throw refused(`${email} is the address of this account already`);
      const notice = !isQuiet && (await sendAddressNotice(context, tx, user, email, { by: 'operator' }));
      const verification = verified ? 'operator' : null;
      const changed = await applyAddress(context, tx, user, { email, verification, isTaken: isQuiet });
      if (isOwner(user.role)) await assertOwnerCanAct(context, tx, tenant_id);
      const isMailed = !verified && (await sendVerification(context, tx, changed));
      await recordEvent(context, tx, {
        action: 'setAccountEmail',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
        details: { new_email: email, verified_by: verified ? 'operator' : null },
      });
      return {
        email,
        previous_email: user.email,
        email_verified: verified,
        verification: isMailed ? (delivery === 'smtp' ? 'queued' : 'held') : null,
        notice,
        dry_run: isDryRun,
      };
    });
  },
});
