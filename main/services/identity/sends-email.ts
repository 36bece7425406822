import type { Queries } from '../../storage/database/schema.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';
import { isSample } from '../../storage/store/team/sample-tenants.ts';
import type { AppContext } from '../context.ts';

/**
 * Whether email is sent, so that no one is told to wait for one that stays here. It is not without a mail server, after
 * a restore, and in sample data.
 * @param tenantId Undefined for people without an account.
 */
export const sendsEmail = async (
  { mailGateway }: Pick<AppContext, 'mailGateway'>,
  db: Queries,
  tenantId?: string,
): Promise<boolean> => {
  if ((await mailGateway.delivery()) === 'kept' || (await findMailHold(db))) return false;
  return tenantId === undefined || !(await isSample(db, tenantId));
};
