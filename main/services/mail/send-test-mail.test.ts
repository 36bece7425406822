import { createServer, type Server } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '#e2e/support/mail-server.ts';
import { mailAccount as account, type Settings, settingsAt } from '#e2e/support/mail-settings.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const { sendTestMail, updateMailSettings } = contract.mail;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('first@example.com'));
let opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});

const serve = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const server = await startMailServer(0, options);
  opened.push(server);
  return server;
};
const set = (port: number, change: Partial<Settings> = {}) =>
  app.call(updateMailSettings, settingsAt(port, change), { token: owner.token });
const test = () => app.call(sendTestMail, {}, { token: owner.token });

describe('a test email', () => {
  it("arrives at the user's own address; nothing is queued or sent to anyone else", async () => {
    const server = await serve();
    await set(server.port);
    expect(await test()).toEqual({ outcome: 'sent', recipient: owner.email, server_reply: null });
    expect(server.mails.map(({ to }) => to)).toEqual([[owner.email]]);
    expect(server.mails[0]?.text).toContain(`Hello ${owner.name}`);
    expect(server.mails[0]?.html).toContain('<!doctype html>');
    expect((await mailsTo(app, owner.email)).map(({ kind }) => kind)).toEqual(['verification']);
    const rows = await auditRows(app, owner.tenantId);
    expect(rows.at(-1)).toMatchObject({ action: 'sendTestMail', details: '{"outcome":"sent"}' });
  });

  it('requires a server', async () => {
    await failsWith(test(), 'STATE_CONFLICT');
  });

  it("reports a wrong password with the server's reply", async () => {
    const server = await serve({ account });
    await set(server.port, { username: account.user, server_password: 'wrong' });
    expect(await test()).toMatchObject({
      outcome: 'wrong_password',
      server_reply: expect.stringMatching(/^535 .*Invalid username or password/),
    });
    await set(server.port, { username: account.user, server_password: account.password });
    expect((await test()).outcome).toBe('sent');
  });

  it('reports a server without the requested TLS, and sends nothing in plain text', async () => {
    const server = await serve({ account });
    const login = { username: account.user, server_password: account.password };
    for (const security of ['starttls', 'tls'] as const) {
      await set(server.port, { security, ...login });
      expect([security, (await test()).outcome]).toEqual([security, 'tls_refused']);
    }
    expect(server.mails).toEqual([]);
  });

  it('reports an untrusted certificate', async () => {
    for (const mode of ['starttls', 'tls'] as const) {
      const server = await serve({ tls: { mode } });
      await set(server.port, { security: mode });
      expect([mode, (await test()).outcome]).toEqual([mode, 'certificate_refused']);
      expect(server.mails).toEqual([]);
    }
  });

  it('uses TLS with a server whose certificate is trusted, implicit or STARTTLS', async () => {
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, testCertificate.cert]);
    try {
      for (const mode of ['starttls', 'tls'] as const) {
        const server = await serve({ account, tls: { mode, ...testCertificate } });
        await set(server.port, {
          host: 'localhost',
          security: mode,
          username: account.user,
          server_password: account.password,
        });
        expect([mode, (await test()).outcome]).toEqual([mode, 'sent']);
      }
    } finally {
      tls.setDefaultCACertificates(trusted);
    }
  });

  it('reports a rejected recipient', async () => {
    const server = await serve();
    server.refuse = () => ({ code: 550, text: 'No such mailbox' });
    await set(server.port);
    expect(await test()).toMatchObject({
      outcome: 'recipient_refused',
      server_reply: expect.stringContaining('550 No such mailbox'),
    });
  });

  it('reports a port where no one listens, and an unknown host', async () => {
    await set(1);
    expect(await test()).toMatchObject({ outcome: 'connection_refused', server_reply: null });
    await set(25, { host: 'mail.invalid' });
    expect(await test()).toMatchObject({ outcome: 'host_not_found', server_reply: null });
  });

  it('reports a server that is not a mail server, without quoting its answer', async () => {
    const other: Server = createServer((socket) => socket.end('SSH-2.0-secret-banner\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    opened.push(other);
    await set((other.address() as { port: number }).port);
    expect(await test()).toMatchObject({ outcome: 'not_a_mail_server', server_reply: null });
  });
});
