import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createTestService, type Person, type TestService } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { lifetimesMs, minute } from '#shared/limits.ts';
import { createLogOutput } from '../platform/log-output.ts';
import { createLogger } from '../platform/logger.ts';
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
  it('asks who is calling before it looks at the input', async () => {
    await failsWith(call(contract.team.listMembers, { nonsense: 1 }), 'UNAUTHENTICATED');
    await failsWith(call(contract.team.listMembers, { nonsense: 1 }, 'Bearer a.b.c'), 'TOKEN_INVALID');
  });

  it('looks at the input before it asks for a permission', async () => {
    const listMails = { tenant_id: owner.tenantId, limit: 'x' };
    await failsWith(call(contract.mail.listMails, listMails, `Bearer ${member.token}`), 'VALIDATION_FAILED');
  });

  it('hides another tenant before it tells what a role may', async () => {
    const other = await app.owner();
    const token = `Bearer ${member.token}`;
    await failsWith(call(contract.mail.listMails, { tenant_id: other.tenantId }, token), 'NOT_FOUND');
    await failsWith(call(contract.mail.listMails, { tenant_id: owner.tenantId }, token), 'FORBIDDEN');
  });

  it('asks for a permission before any work is done', async () => {
    const handler = vi.spyOn(handlers.team, 'removeMember');
    const transaction = vi.spyOn(app.service.context.db, 'transaction');
    const input = { tenant_id: owner.tenantId, user_id: owner.id };
    await failsWith(call(contract.team.removeMember, input, `Bearer ${member.token}`), 'FORBIDDEN');
    expect(handler).not.toHaveBeenCalled();
    expect(transaction).not.toHaveBeenCalled();
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'bearerabc', 'Token x'])(
    'takes %j for no token',
    async (authorization) => {
      await failsWith(call(contract.profile.getMe, {}, authorization), 'UNAUTHENTICATED');
    },
  );

  it('takes the scheme in any case', async () => {
    expect(await call(contract.profile.getMe, {}, `bEARER  ${owner.token}`)).toMatchObject({ user_id: owner.id });
  });

  it('names each field that is wrong, by its dotted path', async () => {
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

  it('reads no credentials where none are asked for', async () => {
    const identify = vi.spyOn(app.service.context.callers, 'identify');
    await call(contract.auth.forgotPassword, { email: 'a@example.com' }, 'Bearer nonsense');
    expect(identify).not.toHaveBeenCalled();
  });

  it('throws nothing but errors that callers may see', async () => {
    vi.spyOn(app.service.context.passwords, 'verify').mockRejectedValue(new TypeError('x is not a function'));
    await failsWith(call(contract.auth.login, { email: owner.email, password: 'x' }), 'INTERNAL');
  });

  it('reads the role of the database, not of the token', async () => {
    const promoted = await app.join(owner);
    const input = { tenant_id: owner.tenantId };
    await failsWith(call(contract.mail.listMails, input, `Bearer ${promoted.token}`), 'FORBIDDEN');
    const change = { tenant_id: owner.tenantId, user_id: promoted.id, role: 'admin' };
    await call(contract.team.changeRole, change, `Bearer ${owner.token}`);
    expect(await call(contract.mail.listMails, input, `Bearer ${promoted.token}`)).toMatchObject({ delivery: 'kept' });
    await call(contract.team.changeRole, { ...change, role: 'member' }, `Bearer ${owner.token}`);
    await failsWith(call(contract.mail.listMails, input, `Bearer ${promoted.token}`), 'FORBIDDEN');
  });

  it('counts a call as activity, unless it is made in the background', async () => {
    const quiet = await app.owner();
    for (let passed = 0; passed < lifetimesMs.idleLogout; passed += 10 * minute) {
      await app.call(contract.profile.getMe, {}, { token: quiet.token, background: true });
      app.clock.advance(10 * minute);
    }
    const { reason } = await failsWith(app.call(contract.profile.getMe, {}, { token: quiet.token }), 'SESSION_ENDED');
    expect(reason).toBe('idle');
  });

  it('answers a change that was made, although its log line cannot be written', async () => {
    const output = createLogOutput({
      sink: () => {
        throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
      },
    });
    const silenced = await createTestService({}, { log: createLogger('trace', output) });
    try {
      await silenced.owner();
      await failsWith(silenced.call(contract.profile.getMe, {}), 'UNAUTHENTICATED');
      expect(output.dropped()).toBeGreaterThanOrEqual(3);
    } finally {
      await silenced.close();
    }
  });

  it.each([
    ['SQLITE_FULL', 'STORAGE_FULL'],
    ['SQLITE_BUSY', 'BUSY'],
  ] as const)('logs %s as an error, with its cause', async (code, key) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const logged = await createTestService({}, { log });
    try {
      const { id, token } = await logged.owner();
      const failing = vi.spyOn(logged.service.context.db, 'transaction');
      failing.mockRejectedValue(Object.assign(new Error('x'), { code }));
      lines.length = 0;
      await failsWith(logged.call(contract.sessions.revokeOtherSessions, {}, { token }), key);
      failing.mockRestore();
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 50, msg: 'failed', code: key, user_id: id, err: expect.anything() }),
      ]);
    } finally {
      await logged.close();
    }
  });
});
