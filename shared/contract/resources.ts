import { z } from 'zod';
import { auditActionNames, auditTargetKinds } from '../audit.ts';
import { emailVerifiers } from '../email-verifiers.ts';
import { endReasons } from '../errors.ts';
import { healthScore, totp } from '../limits.ts';
import { keyScopes } from '../permissions.ts';
import { preferencesSchema } from '../preferences.ts';
import { signInMethods } from '../sign-in-methods.ts';
import { email, expiresIn, id, role, slug, timestamp, wireParams, workspaceRole } from './fields.ts';
import { profileOutput } from './profile/fields.ts';

/** User, seed 000 §2. */
export const user = z
  .strictObject({
    user_id: id,
    email,
    ...profileOutput,
    tenant_id: id,
    role,
    email_verified: z.boolean(),
    created_at: timestamp,
    preferences: preferencesSchema,
  })
  .meta({ id: 'User' });

/** Login user object, seed 000 §2. */
const loginUser = z.strictObject({ id, email, name: z.string(), tenant_id: id, role }).meta({ id: 'LoginUser' });

/** Tokens with their user: the response of login and everything that signs in like it (seed 000 §4 #2). */
export const login = z
  .strictObject({ access_token: z.string(), refresh_token: z.string(), user: loginUser, expires_in: expiresIn })
  .meta({ id: 'Login' });

/** DECISION 0006, DECISION 0092: the seed shows no member status other than `active`. */
export const memberStatuses = ['active', 'disabled', 'pending_deletion', 'removed'] as const;

/** Team member, seed 000 §2. */
export const member = z
  .strictObject({
    user_id: id,
    name: z.string(),
    email,
    role,
    status: z.enum(memberStatuses),
    last_login: timestamp,
  })
  .meta({ id: 'Member' });

/** A member with what the console shows besides the list. */
export const memberDetails = member
  .extend({
    email_verified: z.boolean(),
    email_verified_by: z.enum(emailVerifiers).nullable().meta({
      description:
        'Who says that the address belongs to them: only `mailbox` proves it. `owner` is anyone who may manage them',
    }),
    created_at: timestamp,
    disabled_by: z
      .enum(['admin', 'operator'])
      .nullable()
      .describe('Who disabled the account; null if it is not disabled'),
  })
  .meta({ id: 'MemberDetails' });

/** DECISION 0006: the seed shows no invitation status other than `pending`. */
export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;

/** Invitation, seed 000 §2. */
export const invitation = z
  .strictObject({ invitation_id: id, email, status: z.enum(invitationStatuses), expires_at: timestamp })
  .meta({ id: 'Invitation' });

const emailHeld = z.boolean().meta({
  description:
    'Whether its email waits until the person who invited has verified their own address through its mailbox',
});

/** An invitation, with what becomes of its email. */
export const sentInvitation = invitation.extend({ email_held: emailHeld }).meta({ id: 'SentInvitation' });

/** An invitation as its tenant's admins see it. */
export const listedInvitation = sentInvitation
  .extend({ role, workspaces: z.array(id), invited_by: z.string(), created_at: timestamp })
  .meta({ id: 'ListedInvitation' });

/**
 * Result for one item of a bulk operation. If not `ok`, the code and message that the single operation would return.
 */
const outcome = {
  ok: z.boolean(),
  code: z.string().optional(),
  detail: z.string().optional(),
  reason: z.string().optional(),
  params: wireParams.optional(),
};
export const memberOutcome = z.strictObject({ user_id: id, ...outcome }).meta({ id: 'MemberOutcome' });
export const invitationOutcome = z
  .strictObject({
    email: z.string().meta({ description: 'As sent; addresses in lower case' }),
    invitation_id: id.optional().meta({ description: 'The invitation that was created' }),
    email_held: emailHeld.optional(),
    ...outcome,
  })
  .meta({ id: 'InvitationOutcome' });

/** Session, seed 000 §2. */
export const session = z
  .strictObject({
    session_id: id,
    device: z.string(),
    ip_address: z.string(),
    last_active: timestamp,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });

/** A session with its start time, for responses that the seed does not limit to five fields. */
export const startedSession = session
  .extend({
    created_at: timestamp,
    sign_in_method: z
      .enum(signInMethods)
      .nullable()
      .meta({ description: 'Null for sessions from before it was recorded' }),
  })
  .meta({ id: 'StartedSession' });

/** A session that may have ended. */
export const sessionRecord = startedSession
  .extend({ ended_at: timestamp.nullable(), end_reason: z.enum(endReasons).nullable() })
  .meta({ id: 'SessionRecord' });

/** A person of the tenant, as records of who did something name them. */
export const person = z.strictObject({ user_id: id, name: z.string() });

/** Workspace. DECISION 0006: the seed shows only slug and health score. */
export const workspace = z
  .strictObject({
    workspace_id: id,
    slug,
    name: z.string(),
    description: z.string(),
    health_score: z.int().min(healthScore.min).max(healthScore.max),
    health_set_at: timestamp.nullable().meta({ description: 'Null if the score is from before it was recorded' }),
    health_set_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
    owner_id: id,
    member_count: z.int().min(0),
    /** The caller's own workspace role; null for owners and admins who are not members of it. */
    my_role: workspaceRole.nullable(),
    created_at: timestamp,
    created_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
  })
  .meta({ id: 'Workspace' });

export const workspaceMember = z
  .strictObject({
    user_id: id,
    name: z.string(),
    email,
    role: workspaceRole,
    granted_at: timestamp.nullable().meta({ description: 'Null if the role is from before it was recorded' }),
    granted_by: person.nullable().meta({ description: 'Null if unknown, or if the account is deleted' }),
  })
  .meta({ id: 'WorkspaceMember' });

/** A health score that someone gave a workspace. */
export const healthChange = z.strictObject({
  sequence: z.int().min(1).meta({ description: 'Counts from 1 in each workspace' }),
  at: timestamp,
  score: z.int().min(healthScore.min).max(healthScore.max),
  set_by: person.nullable().meta({ description: 'Null if the account is deleted' }),
});

/** The backups that the service makes on its own. */
export const backupStatus = z
  .strictObject({
    manageable: z
      .boolean()
      .meta({ description: 'Whether the caller owns the first team, which runs the installation' }),
    plan: z
      .strictObject({
        folder: z.string(),
        every_seconds: z.int().min(1),
        keep: z.int().min(1).meta({ description: 'How many backups are kept' }),
        keys: z.boolean().meta({ description: 'Whether backups contain the keys, encrypted' }),
      })
      .nullable()
      .meta({ description: 'Null if the operator set no folder for backups' }),
    running: z.boolean(),
    last: z
      .strictObject({ file: z.string(), created_at: timestamp, bytes: z.int().min(0) })
      .nullable()
      .meta({ description: 'The newest backup in the folder' }),
    failure: z
      .strictObject({ at: timestamp, message: z.string() })
      .nullable()
      .meta({ description: 'Why the latest attempt failed' }),
  })
  .meta({ id: 'BackupStatus' });

/** An API key as its owner sees it. The key itself is returned only once. */
export const apiKey = z
  .strictObject({
    key_id: id,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key' }),
    scopes: z.array(z.enum(keyScopes)),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used: timestamp.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' });

/** Recovery codes, returned only once; each works for one sign-in. */
export const recoveryCodes = z.array(z.string()).length(totp.recoveryCodes);

/** An audit log row. Fields that identify someone are null once that account was permanently deleted. */
export const auditEvent = z
  .strictObject({
    sequence: z.int().min(1).meta({ description: 'Its number in the tenant, without gaps' }),
    at: timestamp,
    actor_id: id.meta({ description: 'Id of a user, or `system` or `unknown`' }),
    actor_name: z.string().nullable(),
    ip_address: z.string().nullable(),
    device: z.string().nullable().meta({ description: 'Browser or tool, and system' }),
    request_id: z
      .string()
      .nullable()
      .meta({ description: 'The `x-request-id` of the response, also in the log of the service' }),
    action: z.enum(auditActionNames),
    target_kind: z.enum(auditTargetKinds),
    target_id: id,
    target_label: z.string().nullable().meta({ description: 'Its name or address at that time' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    hash: z
      .string()
      .meta({ description: 'Covers this row and all before it; keep a copy elsewhere to detect changes' }),
  })
  .meta({ id: 'AuditEvent' });
