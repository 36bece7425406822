import type { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { signInUrl } from '../../mail/link-url.ts';
import { toIso } from '../../platform/clock.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { isSample } from '../../storage/store/team/sample-tenants.ts';
import type { TenantRow } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { sendsEmail } from '../identity/sends-email.ts';

export const presentTenant = async (
  context: AppContext,
  db: Queries,
  { id, name, logo, accent, sign_in_slug, invitation_text, time_zone, created_at }: TenantRow,
): Promise<OutputOf<typeof contract.organization.getTenant>> => ({
  tenant_id: id,
  name,
  logo,
  accent,
  sign_in_slug,
  sign_in_url: sign_in_slug === null ? null : signInUrl(context.origin(), sign_in_slug),
  invitation_text,
  time_zone,
  created_at: toIso(created_at),
  sends_email: await sendsEmail(context, db, id),
  sample: await isSample(db, id),
});
