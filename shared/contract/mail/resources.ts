import { z } from 'zod';
import { mailProblems } from '../../texts/mail-outcomes.ts';
import { email, id, timestamp } from '../fields.ts';

/** `failed` is retried automatically; `abandoned` is not. */
export const mailStatuses = ['queued', 'sent', 'failed', 'abandoned'] as const;
/** Each kind of email, with its name in lists. */
export const mailKindNames = {
  verification: 'Verification',
  password_reset: 'Password reset',
  sign_in_link: 'Sign-in link',
  invitation: 'Invitation',
  email_changed: 'Email change notice',
  password_changed: 'Password change notice',
  second_factor_on: 'Two-factor notice',
  second_factor_off: 'Two-factor notice',
  second_factor_reset: 'Two-factor notice',
  passkey_added: 'Passkey notice',
  passkey_removed: 'Passkey notice',
  api_key_created: 'API key notice',
  api_key_revoked: 'API key notice',
  service_account_key_created: 'Service account notice',
  service_account_changed: 'Service account notice',
  recovery_codes_created: 'Recovery codes notice',
  owner_added: 'New owner notice',
  role_changed: 'Role notice',
  account_disabled: 'Account notice',
  account_enabled: 'Account notice',
  account_unlocked: 'Account notice',
  account_locked: 'Account notice',
  new_sign_in: 'Sign-in notice',
  device_trusted: 'Trusted device notice',
  member_removed: 'Removal notice',
  deletion_scheduled: 'Deletion notice',
  reset_link_created: 'Reset link notice',
  policies_changed: 'Policies notice',
  mail_settings_changed: 'Mail server notice',
  event_destination_added: 'Event destination notice',
  event_destination_disabled: 'Event destination turned off',
  approval_requested: 'Request for agreement',
  invitation_accepted: 'Invitation accepted',
  member_left: 'Member leaving',
  workspace_access_given: 'Access notice',
  workspace_access_removed: 'Access notice',
  custom_role_given: 'Access notice',
  custom_role_taken: 'Access notice',
  group_joined: 'Group notice',
  group_left: 'Group notice',
  upgrade_reminder: 'Upgrade reminder',
  budget_exceeded: 'Budget alert',
} as const;

export type MailKind = keyof typeof mailKindNames;
export const mailKinds = Object.keys(mailKindNames) as [MailKind, ...MailKind[]];

export const mail = z
  .strictObject({
    mail_id: id,
    kind: z.enum(mailKinds),
    to: email,
    subject: z.string(),
    status: z.enum(mailStatuses),
    attempts: z.int().min(0),
    last_error: z.enum(mailProblems).nullable().meta({ description: "Why it wasn't sent, or is held" }),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Mail' });

/** How the connection to a mail server is encrypted. */
export const mailSecurities = ['starttls', 'tls', 'none'] as const;

/** How emails are sent. */
export const mailSettings = z
  .strictObject({
    source: z
      .enum(['none', 'settings', 'outside'])
      .meta({ description: 'outside: set where the program is started, and changed there alone' }),
    changeable: z.boolean().meta({ description: 'Whether the caller may change it' }),
    server: z
      .strictObject({
        host: z.string(),
        port: z.int(),
        security: z
          .enum([...mailSecurities, 'opportunistic'])
          .meta({ description: 'opportunistic: encrypted where the server offers it' }),
        username: z.string(),
        has_password: z.boolean(),
        sender: z.string().meta({ description: 'As shown in email' }),
        sender_name: z.string(),
        sender_address: z.string(),
      })
      .nullable()
      .meta({ description: 'Null if there is none, and for those who may not see it' }),
    waiting: z.int().min(0).meta({ description: 'Waiting email; only for those who may change the mail server' }),
    held_since: timestamp
      .nullable()
      .meta({ description: 'Since when email is on hold; only for those who may release it' }),
    sender_refused: z.boolean().meta({
      description:
        'Whether all email waits because the mail server rejects the sender; only for those who may change it',
    }),
  })
  .meta({ id: 'MailSettings' });
