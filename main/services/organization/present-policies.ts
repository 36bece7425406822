import type { z } from 'zod';
import type { policies } from '#shared/contract/organization/resources.ts';
import { emailDomainsOf } from '../../store/stored-columns.ts';
import type { TenantRow } from '../../store/team/tenants.ts';

export const presentPolicies = (tenant: TenantRow): z.output<typeof policies> => ({
  session_idle_minutes: tenant.session_idle_minutes,
  session_max_hours: tenant.session_max_hours,
  invitation_days: tenant.invitation_days,
  default_role: tenant.default_role,
  email_domains: emailDomainsOf(tenant),
});
