import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createTestService, type Person, type TestService } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { lifetimesMs, minute } from '#shared/limits.ts';
import { handlers } from '../services/index.ts';
import { invoke } from './invoke.ts';

let app: TestService;
let owner: Person;
let member: Person;

beforeEach(async () => {
  app = await createTestService();
  owner = await app.owner();
  member = await app.join(owner);
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => app.close());

const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
const call = (operation: OperationSpec, input: unknown, authorization?: string) =>
  invoke(app.service.context, operation, input, { authorization, client });

describe('the guard behind both transports', () => {
  it('authenticates before it looks at the input', async () => {
    await failsWith(call(contract.team.listMembers, { nonsense: 1 }), 'UNAUTHENTICATED');
    await failsWith(call(contract.team.listMembers, { nonsense: 1 }, 'Bearer a.b.c'), 'TOKEN_INVALID');
  });

  it('validates the input before it checks a permission', async () => {
    const listMails = { tenant_id: owner.tenantId, limit: 'x' };
    await failsWith(call(contract.mail.listMails, listMails, `Bearer ${member.token}`), 'VALIDATION_FAILED');
  });

  it('hides another tenant before it reveals what a role may do', async () => {
    const other = await app.owner();
    const token = `Bearer ${member.token}`;
    await failsWith(call(contract.mail.listMails, { tenant_id: other.tenantId }, token), 'NOT_FOUND');
    await failsWith(call(contract.mail.listMails, { tenant_id: owner.tenantId }, token), 'FORBIDDEN');
  });

  it('checks the permission before any work is done', async () => {
    const handler = vi.spyOn(handlers.team, 'removeMember');
    const transaction = vi.spyOn(app.service.context.db, 'transaction');
    const input = { tenant_id: owner.tenantId, user_id: owner.id };
    await failsWith(call(contract.team.removeMember, input, `Bearer ${member.token}`), 'FORBIDDEN');
    expect(handler).not.toHaveBeenCalled();
    expect(transaction).not.toHaveBeenCalled();
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'bearerabc', 'Token x'])(
    'treats %j as no token',
    async (authorization) => {
      await failsWith(call(contract.profile.getMe, {}, authorization), 'UNAUTHENTICATED');
    },
  );

  it('accepts the scheme in any case', async () => {
    expect(await call(contract.profile.getMe, {}, `bEARER  ${owner.token}`)).toMatchObject({ user_id: owner.id });
  });

  it('names each invalid field by its dotted path', async () => {
    const input = { preferences: { timezone: 'Moon/Base', colour: 'red' }, role: 'owner' };
    const { errors } = await failsWith(
      call(contract.profile.updateMe, input, `Bearer ${owner.token}`),
      'VALIDATION_FAILED',
    );
    expect(errors?.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'preferences.colour unrecognized_keys',
      'preferences.timezone custom',
      'role unrecognized_keys',
    ]);
  });

  it('reads no credentials if none are required', async () => {
    const identify = vi.spyOn(app.service.context.callers, 'identify');
    await call(contract.auth.forgotPassword, { email: 'a@example.com' }, 'Bearer nonsense');
    expect(identify).not.toHaveBeenCalled();
  });

  it('throws only errors that callers may see', async () => {
    vi.spyOn(app.service.context.passwords, 'verify').mockRejectedValue(new TypeError('x is not a function'));
    await failsWith(call(contract.auth.login, { email: owner.email, password: 'x' }), 'INTERNAL');
  });

  it('uses the role from the database, not from the token', async () => {
    const promoted = await app.join(owner);
    const input = { tenant_id: owner.tenantId };
    await failsWith(call(contract.mail.listMails, input, `Bearer ${promoted.token}`), 'FORBIDDEN');
    const change = { tenant_id: owner.tenantId, user_id: promoted.id, role: 'admin' };
    await call(contract.team.changeRole, change, `Bearer ${owner.token}`);
    expect(await call(contract.mail.listMails, input, `Bearer ${promoted.token}`)).toMatchObject({ delivery: 'kept' });
    await call(contract.team.changeRole, { ...change, role: 'member' }, `Bearer ${owner.token}`);
    await failsWith(call(contract.mail.listMails, input, `Bearer ${promoted.token}`), 'FORBIDDEN');
  });

  it('counts a call as activity unless it is made in the background', async () => {
    const quiet = await app.owner();
    for (let passed = 0; passed < lifetimesMs.idleLogout; passed += 10 * minute) {
      await app.call(contract.profile.getMe, {}, { token: quiet.token, background: true });
      app.clock.advance(10 * minute);
    }
    const { reason } = await failsWith(app.call(contract.profile.getMe, {}, { token: quiet.token }), 'SESSION_ENDED');
    expect(reason).toBe('idle');
  });
});
