import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { version } from '../../platform/version.ts';
import { databaseBytes, schemaVersion } from '../../storage/store/database-facts.ts';
import type { Handler } from '../handler.ts';
import { isAdminTenant } from '../identity/admin-tenant.ts';

/** Facts about this server. DECISION 0025: only the admin team sees the host. */
export const getServiceInfo: Handler<typeof contract.settings.getServiceInfo> = async (
  { db, config, origin, hosts, startedAt },
  _input,
  { caller },
) => ({
  version,
  address: origin(),
  started_at: toIso(startedAt),
  rate_limits: config.rateLimits,
  host: (await isAdminTenant(db.read, caller))
    ? {
        allowed_hosts: [...hosts()],
        data_folder: config.dataDir,
        database_bytes: await databaseBytes(db.read),
        schema_version: await schemaVersion(db.read),
        node_version: process.versions.node,
        log_level: config.logLevel,
      }
    : null,
});
