import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createMailService, tokenIn } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import type { Person, TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { storedMailServer } from '../mail/gateway.ts';
import { mergeSettings } from '../services/hosting/settings/settings.ts';
import { tablesOf } from '../storage/database/tables.ts';
import {
  findProviderSettings,
  insertProviderSettings,
  type ProviderSettingsRow,
} from '../storage/store/hosting/provider-settings.ts';
import { saveMailServer } from '../storage/store/mail/mail-server.ts';

const { forgotPassword, login, completeLogin } = contract.auth;

/** Someone who writes to the database, and doesn't have `keys.json`. */
const service = perTest(() => createMailService());
let app: TestService;
let victim: Person;
let attacker: Person;
beforeEach(async () => {
  app = service.app;
  victim = await app.owner();
  attacker = await app.owner();
  await service.drain();
});

const context = () => app.service.context;
const newestMail = (person: Person) =>
  tablesOf(context().db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', person.email)
    .where('kind', '=', 'password_reset')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

describe('a reset link in the database', () => {
  /** Queues a link to each, and does something to the rows before they are sent. */
  const beforeItIsSent = async (attack: () => Promise<unknown>): Promise<void> => {
    const { db } = context();
    await tablesOf(db.write).insertInto('mail_hold').values({ id: 1, reason: 'operator', held_at: 0 }).execute();
    for (const { email } of [victim, attacker]) await app.call(forgotPassword, { email });
    await service.drain();
    await attack();
    await tablesOf(db.write).deleteFrom('mail_hold').execute();
    await service.drain();
  };

  it('arrives in no other email', async () => {
    await beforeItIsSent(async () => {
      const { sealed_secret, token_id } = await newestMail(victim);
      const { id } = await newestMail(attacker);
      const { db } = context();
      await tablesOf(db.write).updateTable('mails').set({ sealed_secret, token_id }).where('id', '=', id).execute();
    });
    expect(await newestMail(attacker)).toMatchObject({ status: 'failed' });
    expect(service.arrived(attacker.email)?.text ?? '').not.toContain('/reset-password#token=');
    expect(tokenIn(service.arrived(victim.email))).toMatch(/./);
  });

  it('arrives at no other address', async () => {
    let id = '';
    await beforeItIsSent(async () => {
      ({ id } = await newestMail(victim));
      const { db } = context();
      const elsewhere = { recipient: 'eve@example.com' };
      await tablesOf(db.write).updateTable('mails').set(elsewhere).where('id', '=', id).execute();
    });
    expect(service.arrived('eve@example.com')).toBeUndefined();
    const { db } = context();
    const mail = await tablesOf(db.read)
      .selectFrom('mails')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(mail.status).toBe('failed');
  });
});

describe('a provider key in the database', () => {
  const settingsOf = async (person: Person, key: string): Promise<ProviderSettingsRow> => {
    const given = { mode: 'live', base_url: 'https://cp.example/', key } as const;
    const row = { ...mergeSettings(context(), person.tenantId, undefined, given), version: 1 };
    await insertProviderSettings(context().db.write, row);
    return row;
  };
  const stored = async (person: Person): Promise<ProviderSettingsRow> => {
    const row = await findProviderSettings(context().db.read, person.tenantId);
    if (!row) throw new Error('There are no settings');
    return row;
  };

  it('is opened for its organization, provider and address only', async () => {
    const theirs = await settingsOf(victim, 'the key of the victim');
    await settingsOf(attacker, 'the key of the attacker');
    expect(() => context().provider(theirs)).not.toThrow();
    const { db } = context();
    const change = (person: Person, values: Partial<ProviderSettingsRow>) =>
      tablesOf(db.write)
        .updateTable('provider_settings')
        .set({ ...values, version: 2 })
        .where('tenant_id', '=', person.tenantId)
        .execute();
    await change(attacker, { sealed_key: theirs.sealed_key });
    const moved = await stored(attacker);
    expect(() => context().provider(moved)).toThrow(/authenticate/);
    for (const values of [{ base_url: 'https://evil.example/' }, { provider: 'hetzner' }] as const) {
      await change(victim, { ...theirs, ...values });
      const redirected = await stored(victim);
      expect(() => context().provider(redirected)).toThrow(/authenticate/);
    }
  });
});

it('the password of the mail server is opened for its server, port, security and user only', async () => {
  const { db, secretBox } = context();
  const server = { host: 'mail.example', port: 465, security: 'tls', username: 'castellan' } as const;
  const row = {
    ...server,
    sealed_password: secretBox.seal('mail_server.sealed_password', server, 'sesame'),
    sender_name: 'Castellan',
    sender_address: 'sender@example.com',
    updated_at: 0,
  };
  await saveMailServer(db.write, row);
  const read = () => tablesOf(db.read).selectFrom('mail_server').selectAll().executeTakeFirstOrThrow();
  expect(storedMailServer(await read(), secretBox).server).toMatchObject({ account: { password: 'sesame' } });
  for (const change of [{ host: 'evil.example' }, { port: 25 }, { security: 'none' }, { username: 'x' }] as const) {
    await saveMailServer(db.write, { ...row, ...change });
    const redirected = await read();
    expect(() => storedMailServer(redirected, secretBox), JSON.stringify(change)).toThrow(/authenticate/);
  }
});

it('an authenticator works for its account only', async () => {
  const { secret } = await enrol(app, attacker);
  await enrol(app, victim);
  const { db } = context();
  const own = await tablesOf(db.read)
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', attacker.id)
    .executeTakeFirstOrThrow();
  await tablesOf(db.write).updateTable('second_factors').set(own).where('user_id', '=', victim.id).execute();
  const { second_factor_token } = await failsWith(
    app.call(login, { email: victim.email, password: victim.password }),
    'SECOND_FACTOR_REQUIRED',
  );
  const code = await nextCode(app, secret);
  const attempt = app.call(completeLogin, { second_factor_token: second_factor_token ?? '', code });
  await failsWith(attempt, 'INTERNAL');
});
