import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { callHttp, callTrpc, send } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';
import { contract } from '#shared/contract/index.ts';

let lines: string[] = [];
let server: TestApp;
beforeAll(async () => {
  const log = createLogger('trace', {
    write: (line) => {
      lines.push(line);
    },
  });
  server = await createTestApp({}, log);
});
afterAll(() => server.close());

describe('the log', () => {
  const logLines = async (work: () => Promise<unknown>): Promise<string[]> => {
    lines = [];
    await work();
    return lines;
  };

  it('names the operation, the IP address and the duration of each change and each refusal (seed 000 §5.6)', async () => {
    const account = { email: 'logged@example.com', password: 'a long winding road 7' };
    const seen = await logLines(async () => {
      await callHttp(server.address, contract.auth.signup, { ...account, name: 'Logged', company_name: 'Logged' });
      await callTrpc(server.address, contract.auth.login, { ...account, password: 'another road' });
    });
    const entries = seen.map((line) => JSON.parse(line) as Record<string, unknown>);
    // The clock of the test stands still.
    const caller = { ip: '127.0.0.1', ms: 0 };
    expect(entries).toContainEqual(expect.objectContaining({ ...caller, operation: 'signup', msg: 'done' }));
    expect(entries).toContainEqual(
      expect.objectContaining({ ...caller, operation: 'login', msg: 'refused', code: 'INVALID_CREDENTIALS' }),
    );
  });

  it('has a line for a read only at the level debug', async () => {
    const seen = await logLines(() => callHttp(server.address, contract.welcome.getWelcome, {}));
    const entries = seen.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter(({ operation }) => operation === 'getWelcome')).toMatchObject([{ level: 20, msg: 'read' }]);
  });

  it('names the account of a sign-up, a sign-in and a refresh', async () => {
    const account = { email: 'named@example.com', password: 'a long winding road 7' };
    let userId: unknown;
    const seen = await logLines(async () => {
      const signup = await callHttp(server.address, contract.auth.signup, {
        ...account,
        name: 'Named',
        company_name: 'Named',
      });
      userId = (signup.body as { user_id: string }).user_id;
      const login = await callTrpc(server.address, contract.auth.login, account);
      const { refresh_token } = login.body as { refresh_token: string };
      await callHttp(server.address, contract.auth.refresh, { refresh_token });
    });
    const entries = seen.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const operation of ['signup', 'login', 'refresh']) {
      expect(entries).toContainEqual(expect.objectContaining({ operation, msg: 'done', user_id: userId }));
    }
  });

  it('redacts secret fields wherever they are logged', async () => {
    const seen = await logLines(async () => {
      const { log } = server.app.context;
      log.info({ password: 'canary-1', body: { token: 'canary-2', deep: { secret: 'canary-3' } } }, 'x');
    });
    expect(seen.join('')).not.toContain('canary');
    expect(seen.join('')).toContain('[redacted]');
  });

  it.each([
    ['line feeds', 'a\n{"level":60,"msg":"forged"}\nb'],
    ['carriage returns', 'a\r{"level":60,"msg":"forged"}\rb'],
    ['escape sequences', '\u001b[2K\u001b[1;31mforged\u001b[0m\u0007\u0008'],
    ['line separators', 'a\u2028forged\u2029\u0085b'],
  ])('has one line per entry, whatever the client sends: %s', async (_, text) => {
    const seen = await logLines(async () => {
      await callHttp(server.address, contract.auth.login, { email: text, password: text });
      await callHttp(server.address, contract.auth.signup, {
        email: 'a@b.co',
        name: text,
        password: text,
        company_name: text,
      });
      await callHttp(server.address, contract.auth.verifyEmail, { token: text });
      await send(server.address, 'GET', `/api/v1/${encodeURIComponent(text)}`);
      await callTrpc(server.address, contract.auth.login, { [text]: text });
    });
    expect(seen.length).toBeGreaterThanOrEqual(4);
    for (const line of seen) {
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).toMatch(/^\P{Cc}*$/u);
      expect((JSON.parse(line) as { level: number }).level).toBeLessThan(60);
    }
  });

  it('escapes the message of an error from a dependency', async () => {
    const seen = await logLines(async () => {
      const failure = vi.spyOn(server.app.context.passwords, 'verify');
      failure.mockRejectedValue(new Error('first\nsecond \u001b[31m'));
      await callHttp(server.address, contract.auth.login, { email: 'a@example.com', password: 'x' });
      failure.mockRestore();
    });
    expect(seen.length).toBe(1);
    expect(seen[0]?.slice(0, -1)).toMatch(/^\P{Cc}*$/u);
  });
});
