import { z } from 'zod';
import { applicationAccesses, applicationKinds, applicationVisitors, pathAccesses } from '../../rules/applications.ts';
import { applicationLimits, textLimits } from '../../rules/limits.ts';
import { isHttpsUrl, isProtectedPath, isRedirectUri, normalizeHost } from '../../text-input/application-urls.ts';
import { deliveryOutcomes } from '../../texts/delivery-outcomes.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';

const url = boundedString(textLimits.url).trim();

/** An address that people or this server go to. */
const httpsUrl = url.refine(isHttpsUrl, reasonMessage('https_url'));

/** Of any kind of application; which ones are allowed depends on the kind. */
const uris = (description: string) =>
  z
    .array(url.refine(isRedirectUri, reasonMessage('redirect_uri')))
    .max(applicationLimits.uris)
    .meta({ description });

const host = boundedString(textLimits.host)
  .trim()
  .refine((text) => normalizeHost(text) !== undefined, reasonMessage('protected_host'))
  .overwrite((text) => normalizeHost(text) ?? text);

const pathRule = z
  .strictObject({
    path: boundedString(textLimits.protectedPath).refine(isProtectedPath, reasonMessage('protected_path')).meta({
      description: 'Begins with `/`. Applies to this path and everything below it; the longest one that fits counts',
    }),
    access: z.enum(pathAccesses).meta({
      description:
        '`public`: no sign-in. `allowed`: people who may use the application. `group`: those of them in a group. `second_factor`: those of them who signed in with two-factor authentication',
    }),
    group_id: field.id.optional().meta({ description: 'For `group`' }),
  })
  .meta({ id: 'PathRule' });

/** Whatever stands between its words is shown as one space, so it is stored as one. */
const applicationName = field.name.overwrite((text) => text.replaceAll(/\s+/gu, ' '));

/** What is entered of an application. */
export const enteredApplication = {
  name: applicationName,
  description: field.description,
  kind: z.enum(applicationKinds).meta({
    description:
      '`web`: a server keeps its secret. `single_page` and `native`: no secret, PKCE alone. `proxied`: knows nothing of OpenID Connect; a proxy asks at `/forward-auth`',
  }),
  home_url: httpsUrl.nullable().meta({ description: 'Where people open it; null if they do so in another way' }),
  redirect_uris: uris(
    'Where people come back to after they signed in, compared exactly. `https`; for `native` also `http` on loopback, or a scheme of its own such as `com.example.app:/callback`. Empty for `proxied`',
  ),
  logout_uris: uris('Where people may come back to after they signed out, compared exactly'),
  backchannel_logout_uri: httpsUrl.nullable().meta({
    description:
      'Told by this server when someone ends a session (back-channel notifications of OpenID Connect); null if it need not be',
  }),
  backchannel_logout_session_required: z.boolean().meta({
    description:
      'Whether ID tokens and these notices have a `sid`, which says which session has ended. Without it, all sessions of the person at the application end',
  }),
  allow_private_addresses: z
    .boolean()
    .meta({ description: 'Whether `backchannel_logout_uri` may be in a private network' }),
  host: host
    .nullable()
    .meta({ description: 'For `proxied`: the host that is protected, with its port unless that is 443' }),
  path_rules: z.array(pathRule).max(applicationLimits.pathRules).meta({
    description: 'For `proxied`: what paths ask for; any other asks for `allowed`',
  }),
  access: z.enum(applicationAccesses).meta({
    description:
      '`everyone`: every member, but no guests. `restricted`: people whom `allowed_roles`, `group_ids` and `role_ids` name, which may be no one',
  }),
  allowed_roles: z
    .array(z.enum(applicationVisitors))
    .max(applicationVisitors.length)
    .meta({ description: 'Whose role may use it, if `access` is `restricted`' }),
  group_ids: z
    .array(field.id)
    .max(applicationLimits.named)
    .meta({ description: 'Groups whose members may use it, if `access` is `restricted`' }),
  role_ids: z
    .array(field.id)
    .max(applicationLimits.named)
    .meta({ description: 'Custom roles whose holders may use it, if `access` is `restricted`; guests by none' }),
};

const group = z.strictObject({ group_id: field.id, name: z.string() });
const customRole = z.strictObject({ role_id: field.id, name: z.string() });

/** What lists show of an application. */
export const listedApplication = z
  .strictObject({
    application_id: field.id.meta({ description: 'The client ID' }),
    name: z.string(),
    description: z.string(),
    kind: enteredApplication.kind,
    home_url: z.string().nullable(),
    host: z.string().nullable(),
    access: enteredApplication.access,
    sign_ins: field.total.meta({ description: 'In the last 30 days' }),
    created_at: field.timestamp,
  })
  .meta({ id: 'ListedApplication' });

const applicationSecret = z
  .strictObject({
    secret_id: field.id,
    created_at: field.timestamp,
    expires_at: field.timestamp.nullable().meta({ description: 'Null if it works until it is removed' }),
  })
  .meta({ id: 'ApplicationSecret' });

/** Something that people sign in to with Castellan. DECISION 0336. */
export const application = z
  .strictObject({
    application_id: field.id.meta({ description: 'The client ID' }),
    name: z.string(),
    description: z.string(),
    kind: enteredApplication.kind,
    home_url: z.string().nullable(),
    redirect_uris: z.array(z.string()),
    logout_uris: z.array(z.string()),
    backchannel_logout_uri: z.string().nullable(),
    backchannel_logout_session_required: z.boolean(),
    allow_private_addresses: z.boolean(),
    logout_notices: z
      .strictObject({
        waiting: field.total.meta({ description: 'Notices that wait for an attempt' }),
        delivered_at: field.timestamp
          .nullable()
          .meta({ description: 'When the last one was delivered; null if never' }),
        failing_since: field.timestamp.nullable().meta({ description: 'Null if the last attempt was successful' }),
        failure: z.enum(deliveryOutcomes).nullable().meta({ description: 'How the last attempt failed' }),
      })
      .meta({ description: 'How it goes to tell `backchannel_logout_uri`' }),
    host: z.string().nullable(),
    path_rules: z.array(
      z.strictObject({
        path: z.string(),
        access: z.enum(pathAccesses),
        group_id: z.string().optional().meta({ description: 'No one may open the path if the group is deleted' }),
      }),
    ),
    access: enteredApplication.access,
    allowed_roles: enteredApplication.allowed_roles,
    groups: z.array(group).meta({ description: 'Groups whose members may use it, by name' }),
    custom_roles: z.array(customRole).meta({ description: 'Custom roles whose holders may use it, by name' }),
    secrets: z.array(applicationSecret).meta({ description: 'Those that work, newest first' }),
    issuer: z
      .string()
      .nullable()
      .meta({ description: 'The issuer for OpenID Connect; null while the public URL is not https' }),
    sign_ins: z
      .array(z.strictObject({ date: z.iso.date(), sign_ins: field.total }))
      .meta({ description: 'Sign-ins on each of the last 30 days, in UTC, oldest first' }),
    created_at: field.timestamp,
    updated_at: field.timestamp,
    created_by: field.person
      .nullable()
      .meta({ description: "Null if the account is deleted, or if it wasn't a person" }),
  })
  .meta({ id: 'Application' });

/** An application as those who may use it see it. */
export const usableApplication = z
  .strictObject({
    application_id: field.id,
    name: z.string(),
    description: z.string(),
    home_url: z.string().nullable(),
  })
  .meta({ id: 'UsableApplication' });

/** What someone lets an application know. */
export const applicationAccess = z
  .strictObject({
    application_id: field.id,
    name: z.string(),
    description: z.string(),
    home_url: z.string().nullable(),
    scopes: z.array(z.string()),
    granted_at: field.timestamp,
    last_used_at: field.timestamp.nullable().meta({ description: 'When it last got something; null if never' }),
  })
  .meta({ id: 'ApplicationAccess' });

/** An application that a member may use, or gave access to their account. */
export const memberApplication = z
  .strictObject({
    application_id: field.id,
    name: z.string(),
    kind: enteredApplication.kind,
    may_use: z.boolean().meta({ description: 'False if they gave it access and may no longer use it' }),
    ...applicationAccess.pick({ last_used_at: true }).shape,
    scopes: z.array(z.string()).nullable().meta({ description: 'Null if they gave it no access' }),
    granted_at: field.timestamp
      .nullable()
      .meta({ description: 'Null if they gave it no access; protected hosts ask for none' }),
  })
  .meta({ id: 'MemberApplication' });

/** What applications are told about someone, as OpenID Connect names it. */
export const personClaims = z
  .strictObject({
    sub: field.id,
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    locale: z.string(),
    zoneinfo: z.string(),
    groups: z.array(z.string()).meta({ description: 'Only told to applications that ask for the scope `groups`' }),
  })
  .meta({ id: 'PersonClaims' });

export const ofApplication = { tenant_id: field.id, application_id: field.id };
