import { toIso } from '../../platform/clock.ts';
import type { AccountRow } from '../../storage/store/identity/accounts.ts';

/** An account as commands print it. */
export interface Account {
  user_id: string;
  email: string;
  name: string;
  role: AccountRow['role'];
  guest: boolean;
  status: AccountRow['status'];
  organization_id: string;
  organization: string;
  email_verified: boolean;
  /** Whether an authenticator app or a passkey is set up. */
  second_factor: boolean;
  created_at: string;
  last_login: string;
  /** When all data is deleted. */
  scheduled_deletion: string | null;
}

export const presentAccount = (row: AccountRow): Account => ({
  user_id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  guest: row.guest === 1,
  status: row.status,
  organization_id: row.tenant_id,
  organization: row.tenant_name,
  email_verified: row.email_verified === 1,
  second_factor: row.second_factor_at !== null || row.first_passkey_at !== null,
  created_at: toIso(row.created_at),
  last_login: toIso(row.last_login_at),
  scheduled_deletion: row.delete_at === null ? null : toIso(row.delete_at),
});
