import { z } from 'zod';
import { defaultRoles, policyLimits } from '../../rules/policies.ts';
import { normalizeHost } from '../../text-input/email-address.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import { timestamp } from '../fields.ts';

const from = ({ min, max }: { min: number; max: number }) => {
  const range = reasonMessage('out_of_range', { min, max });
  return z.int().min(min, range).max(max, range);
};

/** The host of an email address, as addresses store it. */
const emailDomain = boundedString(253)
  .trim()
  .refine((text) => normalizeHost(text) !== undefined, reasonMessage('domain'))
  .overwrite((text) => normalizeHost(text) ?? text);

/** What owners decide for their organization. */
export const policyFields = {
  session_idle_minutes: from(policyLimits.sessionIdleMinutes).meta({
    description: 'Minutes without activity after which sessions end',
  }),
  session_max_hours: from(policyLimits.sessionMaxHours).nullable().meta({
    description: 'Hours after sign-in at which sessions end, whatever their activity; null for no such limit',
  }),
  invitation_days: from(policyLimits.invitationDays).meta({
    description: 'Days that new and resent invitations are valid',
  }),
  default_role: z.enum(defaultRoles).meta({ description: 'Of invitations that name no role' }),
  second_factor_required: z.boolean().meta({ description: 'Whether everyone has to use two-factor authentication' }),
  second_factor_grace_days: from(policyLimits.secondFactorGraceDays).meta({
    description: 'Days that people have to set it up, from when it was required',
  }),
  trusted_device_days: from(policyLimits.trustedDeviceDays).meta({
    description: 'Days that people may trust a device, so that it signs in without a second step; 0 for none',
  }),
  email_sign_in: z.boolean().meta({
    description: 'Whether people with a verified address can sign in with a link that they ask for by email',
  }),
  password_min_length: from(policyLimits.passwordMinLength).meta({
    description: 'Characters that new passwords must have',
  }),
  refuse_common_passwords: z
    .boolean()
    .meta({ description: 'Whether new passwords that are easy to guess are refused, such as common ones' }),
  confirm_sensitive_changes: z.boolean().meta({
    description:
      'Whether sensitive changes ask everyone for a recent confirmation. People with two-factor authentication are always asked',
  }),
  invitations_need_verified_email: z.boolean().meta({
    description: 'Whether the email of an invitation waits until the sender has verified their own address',
  }),
  verified_email_required: z.boolean().meta({
    description: 'Whether people can only verify their email address until they have',
  }),
  mail_retention_days: from(policyLimits.mailRetentionDays).meta({
    description: 'Days that emails stay in the outbox',
  }),
  audit_retention_days: from(policyLimits.auditRetentionDays).nullable().meta({
    description: 'Days that entries stay in the audit log; null to keep them as long as the organization',
  }),
  email_domains: z
    .array(emailDomain)
    .max(policyLimits.emailDomains)
    .overwrite((domains) => [...new Set(domains)])
    .meta({ description: 'Domains that new addresses must have; empty for any. Existing addresses stay' }),
};

export const policies = z
  .strictObject({
    ...policyFields,
    second_factor_due_at: timestamp
      .nullable()
      .meta({ description: 'When it becomes required: from then on, people without it can only set it up' }),
  })
  .meta({ id: 'Policies' });
