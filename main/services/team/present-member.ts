import type { z } from 'zod';
import type { member } from '#shared/contract/team/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { MemberRow } from '../../storage/store/team/members.ts';

export const presentMember = (row: MemberRow): z.output<typeof member> => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  ...(row.guest === 1 && { guest: true }),
  status: row.status,
  last_login: toIso(row.last_login_at),
});
