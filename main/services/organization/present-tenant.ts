import type { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import { toIso } from '../../platform/clock.ts';
import { isSample } from '../../store/team/sample-tenants.ts';
import type { TenantRow } from '../../store/team/tenants.ts';
import { sendsEmail } from '../identity/sends-email.ts';

export const presentTenant = async (
  context: AppContext,
  db: Queries,
  { id, name, logo, time_zone, created_at }: TenantRow,
): Promise<OutputOf<typeof contract.organization.getTenant>> => ({
  tenant_id: id,
  name,
  logo,
  time_zone,
  created_at: toIso(created_at),
  sends_email: await sendsEmail(context, db, id),
  sample: await isSample(db, id),
});
