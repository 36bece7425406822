import { defaultPreferences } from '#shared/preferences.ts';
import type { Role } from '#shared/roles.ts';
import type { AppContext } from '../../context.ts';
import type { UserRow } from '../../store/identity/users.ts';

export interface NewMember {
  tenantId: string;
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
  verified: boolean;
}

/** The row of a new account. */
export const newMember = (
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  { tenantId, email, name, role, passwordHash, verified }: NewMember,
): UserRow => {
  const now = clock.now();
  return {
    id: ids.id('user'),
    tenant_id: tenantId,
    email,
    name,
    role,
    status: 'active',
    password_hash: passwordHash,
    email_verified: verified ? 1 : 0,
    pending_email: null,
    preferences: JSON.stringify(defaultPreferences),
    created_at: now,
    last_login_at: now,
    delete_at: null,
  };
};
