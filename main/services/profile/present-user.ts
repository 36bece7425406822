import type { z } from 'zod';
import { profileOf } from '#shared/contract/profile/fields.ts';
import type { user as userResource } from '#shared/contract/profile/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { PersonCaller } from '../../security/caller.ts';

export const presentUser = ({ user }: PersonCaller): z.output<typeof userResource> => ({
  user_id: user.id,
  email: user.email,
  ...profileOf(user),
  tenant_id: user.tenantId,
  role: user.role,
  ...(user.guest && { guest: true }),
  granted: [...user.granted],
  email_verified: user.emailVerified,
  created_at: toIso(user.createdAt),
  preferences: user.preferences,
});
