import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { isRefused, roleAlone } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldErrorsText } from '#shared/texts/field-reasons.ts';
import { createLogOutput } from '../platform/log-output.ts';
import { createLogger } from '../platform/logger.ts';

import { handlers } from '../services/index.ts';
import { invoke, invokeWith } from './invoke.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const member = perTest(() => app.join(owner));

const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
const call = (operation: OperationSpec, input: unknown, authorization?: string) =>
  invoke(app.service.context, operation, input, { authorization, client });

describe('the guard behind both transports', () => {
  it('checks the permission before it looks at the input', async () => {
    const listMails = { tenant_id: owner.tenantId, limit: 'x' };
    const { errors } = await failsWith(call(contract.mail.listMails, listMails, `Bearer ${member.token}`), 'FORBIDDEN');
    expect(errors).toBeUndefined();
    await failsWith(call(contract.mail.listMails, listMails, `Bearer ${owner.token}`), 'VALIDATION_FAILED');
    const elsewhere = { tenant_id: 'tnt_other', limit: 'x' };
    await failsWith(call(contract.mail.listMails, elsewhere, `Bearer ${owner.token}`), 'NOT_FOUND');
  });

  it('refuses callers without the permission before it reads their input', async () => {
    const unread = async () => expect.fail('the input was read');
    for (const { operation } of operations.filter(({ operation: { auth } }) => auth !== 'none')) {
      const attempt = (authorization?: string) =>
        invokeWith(
          app.service.context,
          operation,
          { tenantId: async () => owner.tenantId, read: unread },
          { authorization, client },
        );
      await failsWith(attempt(), 'UNAUTHENTICATED');
      const { allow } = operation;
      if (allow && isRefused(roleAlone('member'), allow))
        await failsWith(attempt(`Bearer ${member.token}`), 'FORBIDDEN');
    }
  });

  it('returns at most 20 field errors and 2,000 characters, however much is invalid', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 110_000 }, (_, index) => [`unknown_${index}`, 1]));
    const long = { [`x${'y'.repeat(50_000)}`]: 1, [`z${'y'.repeat(50_000)}`]: 1 };
    const emails = Array.from({ length: 5_000 }, () => 1);
    const invite = { tenant_id: owner.tenantId, emails, role: 'member' };
    const failures = [
      await failsWith(call(contract.auth.login, unknown), 'VALIDATION_FAILED'),
      await failsWith(call(contract.auth.login, long), 'VALIDATION_FAILED'),
      await failsWith(call(contract.team.inviteMembers, invite, `Bearer ${owner.token}`), 'VALIDATION_FAILED'),
    ];
    for (const details of failures) {
      expect(details.errors?.length).toBeLessThanOrEqual(20);
      expect(fieldErrorsText(details.errors ?? []).length).toBeLessThanOrEqual(2_000);
      expect(JSON.stringify(details).length).toBeLessThan(16_000);
    }
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

  it('answers a change that was made, although its log line cannot be written', async () => {
    const output = createLogOutput({
      sink: () => {
        throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
      },
    });
    const silenced = await closedAfterwards(createTestService({}, { log: createLogger('trace', output) }));
    await silenced.owner();
    await failsWith(silenced.call(contract.profile.getMe, {}), 'UNAUTHENTICATED');
    expect(output.dropped()).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['SQLITE_FULL', 'STORAGE_FULL'],
    ['SQLITE_BUSY', 'BUSY'],
  ] as const)('logs %s as an error, with its cause', async (code, key) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const logged = await closedAfterwards(createTestService({}, { log }));
    const { id, token } = await logged.owner();
    const failing = vi.spyOn(logged.service.context.db, 'transaction');
    failing.mockRejectedValue(Object.assign(new Error('x'), { code }));
    lines.length = 0;
    await failsWith(logged.call(contract.sessions.revokeOtherSessions, {}, { token }), key);
    failing.mockRestore();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, msg: 'failed', code: key, user_id: id, err: expect.anything() }),
    ]);
  });

  it.each([
    [true, 30, 'refused'],
    [false, 50, 'failed'],
  ])('logs work that did not get its turn, with a caller who is gone: %s, at level %i', async (isGone, level, msg) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const logged = await closedAfterwards(createTestService({}, { log }));
    const { token } = await logged.owner();
    const refusing = vi.spyOn(logged.service.context.db, 'transaction');
    refusing.mockRejectedValue(new AppError('BUSY', { retry_after: 1 }));
    lines.length = 0;
    const left = { ...client, gone: () => (isGone ? AbortSignal.abort() : new AbortController().signal) };
    const invocation = { authorization: `Bearer ${token}`, client: left };
    await failsWith(invoke(logged.service.context, contract.sessions.revokeOtherSessions, {}, invocation), 'BUSY');
    refusing.mockRestore();
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level, msg, code: 'BUSY' })]);
  });
});
