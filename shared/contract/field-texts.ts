import type { z } from 'zod';
import type { OperationSpec } from './operation.ts';

/** What a field of a body is, unless its schema says more. */
const bodyTexts: Readonly<Record<string, string>> = {
  add: 'Tags to add.',
  address: 'The IP address.',
  allow_private_addresses: 'Whether the address may be one of a private network.',
  approximate_cost: 'What it costs per month, if the provider names no price.',
  bandwidth: 'The bandwidth of the new plan.',
  billingcycle: 'How often it is billed.',
  challenge_token: 'The token of the passkey request that this answers.',
  company_name: 'The name of the new organization.',
  cpu: 'The number of processor cores.',
  credential: "The passkey's answer, as the browser gives it.",
  current_password: 'Your password until now.',
  decision: 'What happens if no one decides.',
  description: 'The description.',
  disk: 'The size of the disk, in gigabytes.',
  email: 'The email address.',
  emails: 'The email addresses to invite.',
  from: 'The time of day, such as 02:00, from which the order may be applied.',
  guest: 'Whether they are a guest, who sees the workspaces they are in and no other person.',
  health_score: 'The health of the workspace.',
  host: 'The host name of the mail server.',
  ip_id: 'The ID of the IP address in the list.',
  issued_on: 'The day of the invoice, such as 2026-01-31.',
  kind: 'What the approval is for.',
  label: 'What the console calls it.',
  managed: "Whether the server has the provider's managed service.",
  mode: 'live for a real provider, sandbox for a simulated one.',
  name: 'The name.',
  new_email: 'The new email address.',
  new_password: 'The new password.',
  new_slug: 'The new slug of the workspace.',
  note: 'A note of yours.',
  number: 'The number of the invoice.',
  password: 'The password.',
  port: 'The port of the mail server.',
  preferences: 'Preferences to change, as a JSON object.',
  purpose: 'What the link is for.',
  refresh_token: 'The refresh token of the session.',
  remove: 'Tags to remove.',
  restore_token: 'The token of the link that restores the account.',
  role: 'The role.',
  second_factor_token: 'The token that the first step of the sign-in answered.',
  security: 'How the connection to the mail server is encrypted.',
  sender_address: 'The address that emails are sent from.',
  sender_name: 'The name that emails are sent from.',
  serviceid: "The server: the provider's number.",
  serviceids: "The servers: the provider's numbers.",
  upgrade_drive_type: 'Whether to change to the faster kind of drive.',
  user_ids: 'The IDs of the members.',
  workspaces: 'The IDs of the workspaces.',
};

/** What a path or a query names, unless its schema says more. */
const parameterTexts: Readonly<Record<string, string>> = {
  tenant_id: 'The ID of the organization: `user.tenant_id` of a sign-in, `tenant_id` of `GET /users/me`.',
  user_id: 'The ID of the member.',
  invitation_id: 'The ID of the invitation.',
  key_id: 'The ID of the API key.',
  passkey_id: 'The ID of the passkey.',
  session_id: 'The ID of the session.',
  device_id: 'The ID of the trusted device.',
  slug: 'The slug of the workspace, as in its address.',
  account_id: 'The ID of the service account.',
  group_id: 'The ID of the group.',
  role_id: 'The ID of the custom role.',
  holder_id: 'The ID of the member, group or service account.',
  application_id: 'The ID of the application.',
  secret_id: 'The ID of the secret of the application, not the secret.',
  destination_id: 'The ID of the event destination.',
  delivery_id: 'The ID of the delivery.',
  mail_id: 'The ID of the email in the outbox.',
  approval_id: 'The ID of the approval.',
  run_id: 'The ID of the upgrade run.',
  queue_id: 'The ID of the queue of upgrades.',
  invoice_id: 'The ID of the invoice.',
  ip_id: 'The ID of the IP address in the list.',
  token: 'The token of the link in the email.',
  limit: 'How many rows a page has at most.',
  status: 'Only those with this status.',
  role: 'Only those with this role.',
  state: 'Only sessions that are open, or that have ended.',
  end_reason: 'Only those that ended for this reason.',
  action: 'Only entries with this action.',
  sort: 'What the rows are sorted by.',
  order: 'Ascending or descending.',
  serviceid: "Only those of this server: the provider's number.",
  drive_type: 'Plans with this kind of drive.',
  disk: 'Plans for a disk of this size, in gigabytes.',
  month: 'A month, such as 2026-01.',
  tag: 'Only servers with this tag.',
};

/** What a schema says of itself, or what it wraps, such as that of an optional field. */
const saidBy = (schema: z.core.$ZodType | undefined): string | undefined => {
  if (schema === undefined) return undefined;
  const { innerType, in: given } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  return (schema as z.ZodType).meta()?.description ?? saidBy(innerType ?? given);
};

/** What a field is, in words for the reference and the command line. A body may have a name that a path has, too. */
export const fieldText = ({ http, input }: OperationSpec, name: string): string | undefined =>
  saidBy(input.shape[name]) ??
  (http.method === 'GET' ? parameterTexts[name] : (bodyTexts[name] ?? parameterTexts[name]));
