import { describe, expect, it } from 'vitest';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { outcomeOf } from './outcome.ts';
import { createSmtpTransport, isPermanentFailure, type MailTransport } from './smtp.ts';

const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const sender = { name: 'Castellan', address: 'castellan@example.com' };

const connect = async (asciiOnly: boolean) => {
  const server = await closedAfterwards(startMailServer(0, { asciiOnly }));
  const servers = [server.url, { host: '127.0.0.1', port: server.port, security: 'none' as const }];
  const transports: MailTransport[] = [];
  for (const each of servers)
    transports.push(await closedAfterwards(Promise.resolve(createSmtpTransport(each, sender))));
  return { server, transports };
};

describe('an address with letters beyond ASCII', () => {
  it('gets its email from a server that takes such addresses', async () => {
    const { server, transports } = await connect(false);
    for (const transport of transports) await transport.send('j\u00f6rg@example.com', mail);
    expect(server.mails).toHaveLength(transports.length);
  });

  it('fails for good, with the reason, on a server that does not, and nothing is sent', async () => {
    const { server, transports } = await connect(true);
    for (const transport of transports) {
      const error: unknown = await transport.send('j\u00f6rg@example.com', mail).catch((thrown: unknown) => thrown);
      expect((error as Error).message).toContain('does not offer SMTPUTF8');
      expect([isPermanentFailure(error), outcomeOf(error)]).toEqual([true, 'recipient_refused']);
      await transport.send('jorg@example.com', mail);
    }
    expect([server.attempts, server.senders]).toEqual([transports.length, transports.length]);
  });
});
