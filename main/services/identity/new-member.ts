import { defaultPreferences, isTimeZone, type Preferences } from '#shared/contract/preferences.ts';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { verifiedBy } from '../../storage/store/identity/verified-addresses.ts';
import { preferencesShape } from '../../storage/store/stored-shapes.ts';
import type { AppContext } from '../context.ts';

export interface NewMember {
  tenantId: string;
  email: string;
  name: string;
  role: Role;
  guest?: boolean | undefined;
  passwordHash: string;
  verification: EmailVerifier | null;
  preferences?: InitialPreferences | undefined;
}

type InitialPreference = 'language' | 'timezone' | 'date_format' | 'time_format';
export type InitialPreferences = { [Key in InitialPreference]?: Preferences[Key] | undefined };

/** The stored preferences of a new account. A browser may know zones that this service doesn't: those are left out. */
const newPreferences = ({
  language,
  timezone,
  date_format,
  time_format,
}: InitialPreferences = {}): UserRow['preferences'] =>
  preferencesShape.write({
    ...defaultPreferences,
    ...(language !== undefined && { language }),
    ...(date_format !== undefined && { date_format }),
    ...(time_format !== undefined && { time_format }),
    ...(timezone !== undefined && isTimeZone(timezone) && { timezone }),
  } satisfies Preferences);

/** The row of a new account. */
export const newMember = (
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  { tenantId, email, name, role, guest = false, passwordHash, verification, preferences }: NewMember,
): UserRow => {
  const now = clock.now();
  return {
    id: ids.id('user'),
    tenant_id: tenantId,
    email,
    name,
    role,
    guest: guest ? 1 : 0,
    status: 'active',
    password_hash: passwordHash,
    ...verifiedBy(verification),
    pending_email: null,
    preferences: newPreferences(preferences),
    created_at: now,
    last_login_at: now,
    delete_at: null,
    disabled_by: null,
    devices_known_from: null,
  };
};
