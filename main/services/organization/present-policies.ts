import type { z } from 'zod';
import type { policies } from '#shared/contract/organization/resources.ts';
import { toIso } from '../../platform/clock.ts';
import { secondFactorDueAt } from '../../security/caller.ts';
import { emailDomainsOf } from '../../storage/store/stored-columns.ts';
import type { TenantRow } from '../../storage/store/team/tenants.ts';

export const presentPolicies = (tenant: TenantRow): z.output<typeof policies> => {
  const dueAt = secondFactorDueAt(tenant);
  return {
    session_idle_minutes: tenant.session_idle_minutes,
    session_max_hours: tenant.session_max_hours,
    invitation_days: tenant.invitation_days,
    default_role: tenant.default_role,
    second_factor_required: tenant.second_factor_required_at !== null,
    second_factor_grace_days: tenant.second_factor_grace_days,
    second_factor_due_at: dueAt === null ? null : toIso(dueAt),
    trusted_device_days: tenant.trusted_device_days,
    email_sign_in: tenant.email_sign_in === 1,
    password_min_length: tenant.password_min_length,
    refuse_common_passwords: tenant.refuses_common_passwords === 1,
    confirm_sensitive_changes: tenant.confirms_sensitive_changes === 1,
    mail_retention_days: tenant.mail_retention_days,
    audit_retention_days: tenant.audit_retention_days,
    verified_email_required: tenant.verified_email_required === 1,
    invitations_need_verified_email: tenant.invitations_need_verified_email === 1,
    email_domains: emailDomainsOf(tenant),
  };
};
