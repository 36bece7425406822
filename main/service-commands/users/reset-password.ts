import { z } from 'zod';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { linkUrl } from '../../mail/link-url.ts';
import { toIso } from '../../platform/clock.ts';
import { sendPasswordReset } from '../../services/identity/account-mails.ts';
import { sendNotice } from '../../services/identity/notices.ts';
import { issueToken } from '../../services/identity/one-time-tokens.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { assertActive } from './assert-active.ts';

export interface ResetLink {
  email: string;
  /** Absent if it was mailed. */
  url?: string;
  expires_at: string;
  /** What becomes of the email, if it was asked for. */
  mail?: 'queued' | 'held';
}

/** Creates a link that sets a new password, for a user who is locked out. The old password works until then. */
export const resetPassword = commandOperation({
  input: z.strictObject({ user: z.string().min(1), mail: z.boolean().default(false) }),
  async run(context, { user: key, mail }): Promise<ResetLink> {
    const { db, clock, origin, mailGateway } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      assertActive(user);
      await recordEvent(context, tx, {
        action: 'createResetLink',
        actor: operatorActor(user.tenant_id),
        target: userTarget(user),
        details: { mailed: mail },
      });
      await sendNotice(context, tx, user, 'reset_link_created', { by: 'operator' }, {});
      if (mail) {
        if (!(await sendPasswordReset(context, tx, user))) {
          throw refused(`${user.email} was sent too many reset links lately. Try again later, or without --mail`);
        }
        const delivery = await mailGateway.delivery();
        return {
          email: user.email,
          expires_at: toIso(clock.now() + lifetimesMs.resetLink),
          mail: delivery === 'smtp' ? 'queued' : 'held',
        };
      }
      const { secret, expiresAt } = await issueToken(context, tx, {
        purpose: 'reset_password',
        subject: { userId: user.id },
        email: user.email,
        lifetimeMs: lifetimesMs.resetLink,
        shownToOperator: true,
      });
      return {
        email: user.email,
        url: linkUrl(origin(), 'reset_password', secret, user.email),
        expires_at: toIso(expiresAt),
      };
    });
  },
});
