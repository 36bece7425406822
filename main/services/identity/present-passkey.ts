import type { z } from 'zod';
import type { passkey } from '#shared/contract/passkeys.ts';
import { toIso } from '../../platform/clock.ts';
import type { PasskeyRow } from '../../storage/store/identity/passkeys.ts';

export const presentPasskey = (row: PasskeyRow): z.output<typeof passkey> => ({
  passkey_id: row.id,
  name: row.name,
  site: row.site,
  synced: row.backed_up === 1,
  created_at: toIso(row.created_at),
  last_used: row.last_used_at === null ? null : toIso(row.last_used_at),
});
