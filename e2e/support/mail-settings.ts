import { type TestService, testPassword } from '#e2e/support/test-service.ts';
import { updateMail } from '#main/storage/store/mail/mails.ts';
import type { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';

export type Settings = RequestOf<typeof contract.mail.updateMailSettings>;

/** The credentials for mail servers in tests that require some. */
export const mailAccount = { user: 'castellan', password: 'the mail password' };

/** Settings of a local mail server, without encryption and user by default. */
export const settingsAt = (port: number, change: Partial<Settings> = {}): Settings => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: '',
  sender_name: 'Castellan of Acme',
  sender_address: 'castellan@acme.example',
  kept_mails: 'keep',
  password: testPassword,
  ...change,
});

/** Has an email fail as if the server had rejected the sender. */
export const rejectSender = async (app: TestService, mailId: string): Promise<void> =>
  void (await updateMail(app.service.context.db.write, mailId, { status: 'failed', last_error: 'sender_refused' }));
