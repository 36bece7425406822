import { anonymous, as, sharedOwner } from './callers.ts';
import type { Endpoint } from './endpoint.ts';
import { password } from './installation.ts';

const done = { success: [true], message: 'string' } as const;
const newPassword = 'Another horse 2 battery';

const preferenceTypes = {
  timezone: 'string',
  date_format: 'string',
  time_format: ['12h', '24h'],
  language: 'string',
  email_notifications: 'boolean',
  campaign_alerts: 'boolean',
  weekly_reports: 'boolean',
  billing_alerts: 'boolean',
  default_workspace: 'string, may be empty',
  dashboard_layout: 'string, may be empty',
  show_onboarding: 'boolean',
} as const;

/** Seed 000 §4, operations on accounts. */
export const accountEndpoints = (): Endpoint[] => [
  {
    row: '1 POST /api/v1/auth/signup',
    method: 'POST',
    request: { email: 'string', name: 'string', password: 'string', company_name: 'string' },
    response: {
      user_id: 'string',
      tenant_id: 'string',
      email: 'string',
      email_verified: [false],
      verification_sent: 'boolean',
    },
    prepare: async ({ newEmail }) =>
      anonymous('/auth/signup', { email: newEmail(), name: 'First', password, company_name: 'First Company' }),
  },
  {
    row: '2 POST /api/v1/auth/login',
    method: 'POST',
    request: { email: 'string', password: 'string' },
    response: {
      access_token: 'string',
      refresh_token: 'string',
      expires_in: [3600],
      'user.id': 'string',
      'user.email': 'string',
      'user.name': 'string',
      'user.tenant_id': 'string',
      'user.role': ['owner', 'admin', 'member'],
    },
    prepare: async (installation) => {
      const { email } = await sharedOwner(installation);
      return anonymous('/auth/login', { email, password });
    },
  },
  {
    row: '3 POST /api/v1/auth/logout',
    method: 'POST',
    response: done,
    prepare: async (installation) => as(await installation.signIn(await sharedOwner(installation)), '/auth/logout'),
  },
  {
    row: '4 GET /api/v1/auth/verify-email?token=',
    method: 'GET',
    response: { success: [true], email_verified: [true], redirect_url: 'string' },
    prepare: async (installation) => {
      const account = await installation.signUp();
      const token = await installation.mailedToken(account, 'verification', account.email);
      return anonymous(`/auth/verify-email?token=${encodeURIComponent(token)}`);
    },
  },
  {
    row: '5 POST /api/v1/auth/resend-verification',
    method: 'POST',
    request: { email: 'string' },
    response: {},
    prepare: async (installation) =>
      anonymous('/auth/resend-verification', { email: (await sharedOwner(installation)).email }),
  },
  {
    row: '6 POST /api/v1/auth/forgot-password',
    method: 'POST',
    request: { email: 'string' },
    response: done,
    prepare: async (installation) =>
      anonymous('/auth/forgot-password', { email: (await sharedOwner(installation)).email }),
  },
  {
    row: '7 POST /api/v1/auth/reset-password',
    method: 'POST',
    request: { token: 'string', new_password: 'string' },
    response: { ...done, access_token: 'string' },
    prepare: async (installation) => {
      const account = await installation.signUp();
      await installation.call('POST', '/api/v1/auth/forgot-password', { body: { email: account.email } });
      const token = await installation.mailedToken(account, 'password_reset', account.email);
      return anonymous('/auth/reset-password', { token, new_password: newPassword });
    },
  },
  {
    row: '8 POST /api/v1/auth/change-password',
    method: 'POST',
    request: { current_password: 'string', new_password: 'string' },
    response: done,
    prepare: async (installation) =>
      as(await installation.signUp(), '/auth/change-password', {
        current_password: password,
        new_password: newPassword,
      }),
  },
  {
    row: '9 GET /api/v1/users/me',
    method: 'GET',
    response: {
      user_id: 'string',
      email: 'string',
      name: 'string',
      tenant_id: 'string',
      role: ['owner', 'admin', 'member'],
      email_verified: 'boolean',
      created_at: 'timestamp',
      preferences: 'object',
      ...Object.fromEntries(Object.entries(preferenceTypes).map(([name, type]) => [`preferences.${name}`, type])),
    },
    prepare: async (installation) => as(await sharedOwner(installation), '/users/me'),
  },
  {
    row: '10 PUT /api/v1/users/me',
    method: 'PUT',
    request: { name: 'string', preferences: 'object' },
    optional: ['name', 'preferences'],
    response: { success: [true], user: 'object', 'user.name': ['New Name'], 'user.preferences.time_format': ['24h'] },
    prepare: async (installation) =>
      as(await sharedOwner(installation), '/users/me', { name: 'New Name', preferences: { time_format: '24h' } }),
  },
  {
    row: '11 POST /api/v1/users/me/change-email',
    method: 'POST',
    request: { new_email: 'string', password: 'string' },
    response: { success: [true], email_verification_sent: 'boolean', message: 'string' },
    prepare: async (installation) =>
      as(await sharedOwner(installation), '/users/me/change-email', { new_email: installation.newEmail(), password }),
  },
  {
    row: '19 DELETE /api/v1/users/me',
    method: 'DELETE',
    request: { confirmation: 'string', password: 'string' },
    response: { success: [true], scheduled_deletion: 'timestamp', message: 'string' },
    prepare: async (installation) => as(await installation.signUp(), '/users/me', { confirmation: 'DELETE', password }),
  },
];
