import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedServer, spawnServer } from '#e2e/fixtures/test-server.ts';
import { send } from '#e2e/fixtures/transports.ts';
import { createSeedClient, type Fields, password } from './seed-client.ts';

/** Uses nothing of the program itself: paths, fields and values come from the seed's table. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const day = 86_400_000;

let server: SpawnedServer;
const { call, refused, takesExactly, signup, linkSecret, join } = createSeedClient(() => server.address);

beforeAll(async () => {
  server = await spawnServer();
});
afterAll(() => server.close());

const claimsOf = (token: string): Fields => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const headerOf = (token: string): Fields => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
const text = expect.any(String);
const done = { success: true, message: text };

describe('seed 000 §4', () => {
  it('1: POST /api/v1/auth/signup', async () => {
    const body = { email: 'First@Example.com', name: 'First', password, company_name: 'First Company' };
    await takesExactly('POST', '/auth/signup', undefined, body);
    expect(await call('POST', '/auth/signup', undefined, body, 201)).toEqual({
      user_id: text,
      tenant_id: text,
      email: 'first@example.com',
      email_verified: false,
      verification_sent: true,
    });
    expect(
      await refused('POST', '/auth/signup', undefined, { ...body, email: 'b@example.com', password: 'Short1!' }),
    ).toBe(400);
  });

  it('2: POST /api/v1/auth/login', async () => {
    const { email, userId, tenantId } = await signup();
    await takesExactly('POST', '/auth/login', undefined, { email, password });
    const answer = await call('POST', '/auth/login', undefined, { email, password });
    expect(answer).toEqual({
      access_token: text,
      refresh_token: text,
      user: { id: userId, email, name: text, tenant_id: tenantId, role: 'owner' },
      expires_in: 3600,
    });
    const token = String(answer.access_token);
    expect(headerOf(token).alg).toBe('HS256');
    const claims = claimsOf(token);
    expect(claims).toEqual({
      user_id: userId,
      tenant_id: tenantId,
      email,
      role: 'owner',
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  });

  it('3: POST /api/v1/auth/logout', async () => {
    const { token, refreshToken } = await signup();
    expect(await call('POST', '/auth/logout', token)).toEqual(done);
    expect((await send(server.address, 'GET', '/api/v1/users/me', { token })).status).toBe(401);
    expect(await refused('POST', '/auth/refresh', undefined, { refresh_token: refreshToken })).toBe(401);
  });

  it('4: GET /api/v1/auth/verify-email?token=', async () => {
    const account = await signup();
    const token = await linkSecret(account, 'verification', account.email);
    expect((await send(server.address, 'GET', '/api/v1/auth/verify-email')).status).toBe(400);
    // Mail programs append fields of their own to links.
    expect(await call('GET', `/auth/verify-email?token=${token}&utm_source=mail`)).toEqual({
      success: true,
      email_verified: true,
      redirect_url: text,
    });
    expect((await call('GET', '/users/me', account.token)).email_verified).toBe(true);
  });

  it('5: POST /api/v1/auth/resend-verification', async () => {
    const { email } = await signup();
    await takesExactly('POST', '/auth/resend-verification', undefined, { email });
    const known = await call('POST', '/auth/resend-verification', undefined, { email });
    expect(known).toEqual(done);
    expect(await call('POST', '/auth/resend-verification', undefined, { email: 'nobody@example.com' })).toEqual(known);
  });

  it('6: POST /api/v1/auth/forgot-password', async () => {
    const { email } = await signup();
    await takesExactly('POST', '/auth/forgot-password', undefined, { email });
    const known = await call('POST', '/auth/forgot-password', undefined, { email });
    expect(known).toEqual(done);
    expect(await call('POST', '/auth/forgot-password', undefined, { email: 'nobody@example.com' })).toEqual(known);
  });

  it('7: POST /api/v1/auth/reset-password', async () => {
    const account = await signup();
    await call('POST', '/auth/forgot-password', undefined, { email: account.email });
    const token = await linkSecret(account, 'password_reset', account.email);
    const body = { token, new_password: 'Another horse 2 battery' };
    await takesExactly('POST', '/auth/reset-password', undefined, body);
    const answer = await call('POST', '/auth/reset-password', undefined, body);
    // The refresh token and its lifetime are ours: the caller stays signed in, as the row says.
    expect(answer).toEqual({ ...done, access_token: text, refresh_token: text, expires_in: 3600 });
    expect(claimsOf(String(answer.access_token)).tenant_id).toBe(account.tenantId);
    expect((await call('GET', '/users/me', String(answer.access_token))).user_id).toBe(account.userId);
  });

  it('8: POST /api/v1/auth/change-password', async () => {
    const { token, email } = await signup();
    const body = { current_password: password, new_password: 'Another horse 2 battery' };
    await takesExactly('POST', '/auth/change-password', token, body);
    expect(await call('POST', '/auth/change-password', token, body)).toEqual(done);
    await call('POST', '/auth/login', undefined, { email, password: body.new_password });
  });

  it('9: GET /api/v1/users/me', async () => {
    const { token, userId, tenantId, email } = await signup();
    expect(await call('GET', '/users/me', token)).toEqual({
      user_id: userId,
      email,
      name: text,
      tenant_id: tenantId,
      role: 'owner',
      email_verified: false,
      created_at: expect.stringMatching(timestamp),
      preferences: {
        timezone: text,
        date_format: text,
        time_format: expect.stringMatching(/^(12h|24h)$/),
        language: text,
        email_notifications: expect.any(Boolean),
        campaign_alerts: expect.any(Boolean),
        weekly_reports: expect.any(Boolean),
        billing_alerts: expect.any(Boolean),
        default_workspace: text,
        dashboard_layout: text,
        show_onboarding: expect.any(Boolean),
      },
    });
  });

  it('10: PUT /api/v1/users/me', async () => {
    const { token } = await signup();
    const preferences = {
      timezone: 'America/New_York',
      date_format: 'MM/DD/YYYY',
      time_format: '12h',
      language: 'en',
      email_notifications: true,
      campaign_alerts: false,
      weekly_reports: true,
      billing_alerts: false,
      show_onboarding: false,
    };
    await takesExactly('PUT', '/users/me', token, { name: 'New Name', preferences }, ['name', 'preferences']);
    const before = (await call('GET', '/users/me', token)).preferences as Fields;
    expect(await call('PUT', '/users/me', token, { name: 'New Name', preferences })).toEqual({
      success: true,
      user: { name: 'New Name', preferences: { ...before, ...preferences } },
    });
  });

  it('11: POST /api/v1/users/me/change-email', async () => {
    const { token, email } = await signup();
    const body = { new_email: `new.${email}`, password };
    await takesExactly('POST', '/users/me/change-email', token, body);
    expect(await call('POST', '/users/me/change-email', token, body)).toEqual({
      success: true,
      email_verification_sent: true,
      message: text,
    });
    expect((await call('GET', '/users/me', token)).email).toBe(email);
  });

  it('12: POST /api/v1/tenants/{tenant_id}/invitations', async () => {
    const { token, tenantId } = await signup();
    const path = `/tenants/${tenantId}/invitations`;
    for (const role of ['owner', 'admin', 'member']) {
      const body = { email: `${role}.${tenantId}@example.com`.toLowerCase(), role, workspaces: [] };
      await takesExactly('POST', path, token, body, ['workspaces']);
      expect(await call('POST', path, token, body, 201)).toEqual({
        invitation_id: text,
        email: body.email,
        status: 'pending',
        expires_at: expect.stringMatching(timestamp),
        // Beside the seed's fields: DECISION 0081.
        email_held: false,
      });
    }
  });

  it('13: GET /api/v1/tenants/{tenant_id}/users', async () => {
    const { token, tenantId, userId, email } = await signup();
    expect(await call('GET', `/tenants/${tenantId}/users`, token)).toEqual({
      users: [
        {
          user_id: userId,
          name: text,
          email,
          role: 'owner',
          status: 'active',
          last_login: expect.stringMatching(timestamp),
        },
      ],
      total: 1,
    });
  });

  it('14: PUT /api/v1/tenants/{tenant_id}/users/{user_id}', async () => {
    const owner = await signup();
    const member = await join(owner, 'member');
    const path = `/tenants/${owner.tenantId}/users/${member.userId}`;
    await takesExactly('PUT', path, owner.token, { role: 'admin' });
    expect(await call('PUT', path, owner.token, { role: 'admin' })).toEqual({
      success: true,
      user: expect.objectContaining({ user_id: member.userId, role: 'admin' }),
    });
    expect((await call('GET', '/users/me', member.token)).role).toBe('admin');
  });

  it('15: DELETE /api/v1/tenants/{tenant_id}/users/{user_id}', async () => {
    const owner = await signup();
    const member = await join(owner, 'member');
    const path = `/tenants/${owner.tenantId}/users`;
    expect(await call('DELETE', `${path}/${member.userId}`, owner.token)).toEqual(done);
    expect((await send(server.address, 'GET', '/api/v1/users/me', { token: member.token })).status).toBe(401);
    expect((await call('GET', path, owner.token)).total).toBe(1);
  });

  it('16: POST /api/v1/auth/refresh', async () => {
    const { refreshToken, userId } = await signup();
    await takesExactly('POST', '/auth/refresh', undefined, { refresh_token: refreshToken });
    const answer = await call('POST', '/auth/refresh', undefined, { refresh_token: refreshToken });
    // The seed names no field for the new refresh token. We use the one of the login.
    expect(answer).toEqual({ access_token: text, refresh_token: text, expires_in: 3600 });
    expect(answer.refresh_token).not.toBe(refreshToken);
    expect((await call('GET', '/users/me', String(answer.access_token))).user_id).toBe(userId);
  });

  it('17: GET /api/v1/auth/sessions', async () => {
    const { token } = await signup();
    expect(await call('GET', '/auth/sessions', token)).toEqual({
      sessions: [
        {
          session_id: text,
          device: text,
          ip_address: '127.0.0.1',
          last_active: expect.stringMatching(timestamp),
          current: true,
        },
      ],
    });
  });

  it('18: DELETE /api/v1/auth/sessions/{session_id}', async () => {
    const { token, email } = await signup();
    const other = await call('POST', '/auth/login', undefined, { email, password });
    const { sessions } = (await call('GET', '/auth/sessions', token)) as { sessions: Fields[] };
    const target = sessions.find(({ current }) => current === false);
    expect(await call('DELETE', `/auth/sessions/${target?.session_id}`, token)).toEqual(done);
    expect((await send(server.address, 'GET', '/api/v1/users/me', { token: String(other.access_token) })).status).toBe(
      401,
    );
  });

  it('19: DELETE /api/v1/users/me', async () => {
    const { token } = await signup();
    const body = { confirmation: 'DELETE', password };
    await takesExactly('DELETE', '/users/me', token, body);
    expect(await refused('DELETE', '/users/me', token, { ...body, confirmation: 'delete' })).toBe(400);
    const before = Date.parse((await send(server.address, 'GET', '/healthz')).headers.get('date') ?? '');
    const answer = await call('DELETE', '/users/me', token, body);
    expect(answer).toEqual({ success: true, scheduled_deletion: expect.stringMatching(timestamp), message: text });
    const due = Date.parse(String(answer.scheduled_deletion));
    expect(due).toBeGreaterThanOrEqual(before + 30 * day);
    expect(due).toBeLessThan(before + 30 * day + 60_000);
    expect((await send(server.address, 'GET', '/api/v1/users/me', { token })).status).toBe(401);
  });
});
