import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { application, enteredApplication } from './resources.ts';

const { name, kind, ...others } = enteredApplication;

export const createApplication = defineOperation({
  id: 'createApplication',
  summary: 'Create an application that people sign in to; the secret of a web application is shown only once',
  http: { method: 'POST', path: '/tenants/{tenant_id}/applications', status: 201 },
  auth: 'bearer',
  allow: 'applications.manage',
  confirm: 'never',
  answersSecret: true,
  creates: '/tenants/{tenant_id}/applications/{application_id}',
  input: z.strictObject({
    tenant_id: field.id,
    name,
    kind,
    description: others.description.default(''),
    home_url: others.home_url.default(null),
    redirect_uris: others.redirect_uris.default([]),
    logout_uris: others.logout_uris.default([]),
    backchannel_logout_uri: others.backchannel_logout_uri.default(null),
    backchannel_logout_session_required: others.backchannel_logout_session_required.default(true),
    allow_private_addresses: others.allow_private_addresses.default(false),
    host: others.host.default(null),
    path_rules: others.path_rules.default([]),
    access: others.access.default('everyone'),
    allowed_roles: others.allowed_roles.default([]),
    group_ids: others.group_ids.default([]),
    role_ids: others.role_ids.default([]),
  }),
  output: application.extend({
    secret: z
      .string()
      .nullable()
      .meta({ description: 'The client secret; only shown now. Null unless it is a web application' }),
  }),
  errors: ['APPLICATIONS_NEED_HTTPS', 'APPLICATION_HOST_TAKEN', 'APPLICATION_NAME_TAKEN', 'TOO_MANY_APPLICATIONS'],
});
