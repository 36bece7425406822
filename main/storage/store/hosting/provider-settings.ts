import type { Selectable } from 'kysely';
import type { ProviderMode } from '#shared/flows/hosting.ts';
import type { ProviderSettingsTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';

export type ProviderSettingsRow = Selectable<ProviderSettingsTable>;

/** Scope of hosting data: a tenant's sandbox or live account. */
export interface HostingScope {
  tenantId: string;
  mode: ProviderMode;
}

export const findProviderSettings = (db: Queries, tenantId: string): Promise<ProviderSettingsRow | undefined> =>
  tablesOf(db).selectFrom('provider_settings').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();

export const listProviderSettings = (db: Queries): Promise<ProviderSettingsRow[]> =>
  tablesOf(db).selectFrom('provider_settings').selectAll().orderBy('tenant_id').execute();

export const insertProviderSettings = (db: Queries, row: ProviderSettingsRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('provider_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('tenant_id').doNothing()),
  );

/** Replaces the settings if they still have this version; false if they were changed in the meantime. */
export const replaceProviderSettings = (
  db: Queries,
  { tenant_id, ...row }: ProviderSettingsRow,
  version: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('provider_settings')
      .set(row)
      .where('tenant_id', '=', tenant_id)
      .where('version', '=', version),
  );

/** `unreadable`: the servers that could not be read, or null. */
export const recordSync = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  at: number | null,
  unreadable: ProviderSettingsRow['unreadable_servers'] = null,
) =>
  tablesOf(db)
    .updateTable('provider_settings')
    .set({ synced_at: at, unreadable_servers: unreadable })
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .execute();

/** Stores the currency that the provider tells. */
export const recordCurrency = (db: Queries, { tenantId, mode }: HostingScope, currency: string) =>
  tablesOf(db)
    .updateTable('provider_settings')
    .set({ told_currency: currency })
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .execute();

/** Deletes all data of a scope except the settings. */
export const deleteHostingData = async (db: Queries, { tenantId, mode }: HostingScope): Promise<void> => {
  const tables = [
    'hosting_approvals',
    'upgrade_queues',
    'upgrade_runs',
    'vps_instances',
    'smtp_ip_addresses',
    'hosting_invoices',
    'cost_changes',
    'cost_months',
    'cost_lines',
  ] as const;
  for (const table of tables) {
    await tablesOf(db).deleteFrom(table).where('tenant_id', '=', tenantId).where('mode', '=', mode).execute();
  }
};
