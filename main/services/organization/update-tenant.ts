import type { AuditDetails } from '#shared/contract/audit-details.ts';
import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findSlugHolder, findTenant, type TenantRow, updateTenantOf } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, tenantTarget } from '../recording/record-event.ts';
import { presentTenant } from './present-tenant.ts';

/** DECISION 0134: changes what is given and leaves the rest. A call that changes nothing writes no audit row. */
export const updateTenant: Handler<typeof contract.organization.updateTenant> = async (
  context,
  { tenant_id, invitation_text, ...others },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    // Without anything to say, the text is the usual one.
    const change = { ...others, invitation_text: invitation_text === '' ? null : invitation_text };
    const before = await findTenant(tx, tenant_id);
    const { sign_in_slug: slug } = change;
    const holder = slug == null ? undefined : await findSlugHolder(tx, slug);
    if (holder !== undefined && holder !== tenant_id) throw new AppError('SLUG_TAKEN');
    await updateTenantOf(tx, tenant_id, change);
    const after = await findTenant(tx, tenant_id);
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      const target = tenantTarget(after);
      await recordEvent(context, tx, { action: 'updateTenant', actor: caller.user, client, target, details });
    }
    return presentTenant(context, tx, after);
  });

/** The image itself would make the row large, and stay in the log after its removal. */
const changesBetween = (before: TenantRow, after: TenantRow): AuditDetails<'updateTenant'> => ({
  ...(before.name !== after.name && { name_before: before.name, name: after.name }),
  ...(before.logo !== after.logo && { logo: after.logo === null ? 'removed' : 'changed' }),
  ...(before.accent !== after.accent && { accent: after.accent }),
  ...(before.sign_in_slug !== after.sign_in_slug && { sign_in_slug: after.sign_in_slug }),
  ...(before.invitation_text !== after.invitation_text && {
    invitation_text: after.invitation_text === null ? 'removed' : 'changed',
  }),
  ...(before.time_zone !== after.time_zone && { time_zone: after.time_zone }),
});
