import { anonymous, as, sharedOwner } from './callers.ts';
import type { Endpoint } from './endpoint.ts';

/** Seed 000 §4, operations on teams and sessions. */
export const teamEndpoints = (): Endpoint[] => [
  {
    row: '12 POST /api/v1/tenants/{tenant_id}/invitations',
    method: 'POST',
    request: { email: 'string', role: ['owner', 'admin', 'member'], workspaces: 'array' },
    optional: ['workspaces'],
    response: { invitation_id: 'string', email: 'string', status: ['pending'], expires_at: 'timestamp' },
    prepare: async (installation) => {
      const owner = await sharedOwner(installation);
      const body = { email: installation.newEmail(), role: 'member', workspaces: [] };
      return as(owner, `/tenants/${owner.tenantId}/invitations`, body);
    },
  },
  {
    row: '13 GET /api/v1/tenants/{tenant_id}/users',
    method: 'GET',
    response: {
      users: 'array',
      total: 'integer',
      'users.0.user_id': 'string',
      'users.0.name': 'string',
      'users.0.email': 'string',
      'users.0.role': ['owner', 'admin', 'member'],
      'users.0.status': ['active'],
      'users.0.last_login': 'timestamp',
    },
    prepare: async (installation) => {
      const owner = await sharedOwner(installation);
      return as(owner, `/tenants/${owner.tenantId}/users`);
    },
  },
  {
    row: '14 PUT /api/v1/tenants/{tenant_id}/users/{user_id}',
    method: 'PUT',
    request: { role: ['owner', 'admin', 'member'] },
    response: {},
    prepare: async (installation) => {
      const owner = await sharedOwner(installation);
      const { userId } = await installation.join(owner);
      return as(owner, `/tenants/${owner.tenantId}/users/${userId}`, { role: 'admin' });
    },
  },
  {
    row: '15 DELETE /api/v1/tenants/{tenant_id}/users/{user_id}',
    method: 'DELETE',
    response: {},
    prepare: async (installation) => {
      const owner = await sharedOwner(installation);
      const { userId } = await installation.join(owner);
      return as(owner, `/tenants/${owner.tenantId}/users/${userId}`);
    },
  },
  {
    row: '16 POST /api/v1/auth/refresh',
    method: 'POST',
    request: { refresh_token: 'string' },
    response: { access_token: 'string', expires_in: [3600] },
    prepare: async (installation) => {
      const { refreshToken } = await installation.signIn(await sharedOwner(installation));
      return anonymous('/auth/refresh', { refresh_token: refreshToken });
    },
  },
  {
    row: '17 GET /api/v1/auth/sessions',
    method: 'GET',
    response: {
      sessions: 'array',
      'sessions.0.session_id': 'string',
      'sessions.0.device': 'string',
      'sessions.0.ip_address': 'string',
      'sessions.0.last_active': 'timestamp',
      'sessions.0.current': 'boolean',
    },
    prepare: async (installation) => as(await sharedOwner(installation), '/auth/sessions'),
  },
  {
    row: '18 DELETE /api/v1/auth/sessions/{session_id}',
    method: 'DELETE',
    response: {},
    prepare: async (installation) => {
      const owner = await sharedOwner(installation);
      await installation.signIn(owner);
      const { sessions } = await installation.call('GET', '/api/v1/auth/sessions', { token: owner.token });
      const other = (sessions as { session_id: string; current: boolean }[]).find(({ current }) => !current);
      return as(owner, `/auth/sessions/${other?.session_id}`);
    },
  },
];
