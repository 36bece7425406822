import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCountryFile } from '#e2e/support/country-file.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { enrol, wrongCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';

const { auth, sessions } = contract;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));

const by = ({ token }: Person) => ({ token });
const own = (person: Person, slice: { limit?: number; offset?: number } = {}) =>
  app.call(sessions.listSignIns, slice, by(person));
const ofMember = (reader: Person, person: Person) =>
  app.call(sessions.listMemberSignIns, { tenant_id: owner.tenantId, user_id: person.id }, by(reader));
const fail = (password: string, ip: string) =>
  failsWith(
    app.call(auth.login, { email: member.email, password }, { ip }),
    password === testPassword ? 'SECOND_FACTOR_REQUIRED' : 'INVALID_CREDENTIALS',
  );

const failure = {
  country: null,
  device: null,
  sign_in_method: null,
  session_id: null,
  session_open: false,
  current: false,
};

describe('the log of sign-ins', () => {
  it('has what succeeded and what failed, the newest first, page by page', async () => {
    const joined = app.clock.now();
    const { secret } = await enrol(app, member);
    app.clock.advance(minute);
    await fail('wrong', '198.51.100.1');
    await fail('wrong', '198.51.100.1');
    app.clock.advance(minute);
    const { second_factor_token = '' } = await fail(testPassword, '198.51.100.2');
    const input = { second_factor_token, code: wrongCode(app, secret) };
    await failsWith(app.call(auth.completeLogin, input, { ip: '198.51.100.2' }), 'SECOND_FACTOR_INVALID');
    const code = {
      ...failure,
      at: toIso(app.clock.now()),
      failed_step: 'code',
      attempts: 1,
      ip_address: '198.51.100.2',
    };
    const password = {
      ...failure,
      at: toIso(app.clock.now() - minute),
      failed_step: 'password',
      attempts: 2,
      ip_address: '198.51.100.1',
    };
    const success = {
      at: toIso(joined),
      failed_step: null,
      attempts: 1,
      ip_address: '127.0.0.1',
      country: null,
      device: 'castellan-test',
      sign_in_method: 'link',
      session_id: expect.stringMatching(/^sess_/),
      session_open: true,
      current: true,
    };
    expect(await own(member)).toEqual({ sign_ins: [code, password, success], total: 3 });
    expect(await own(member, { limit: 1, offset: 1 })).toEqual({ sign_ins: [password], total: 3 });
    expect((await own(owner)).total).toBe(1);
    expect(await ofMember(admin, member)).toEqual({
      sign_ins: [code, password, { ...success, current: false }],
      total: 3,
    });
  });

  it('shows a session that has ended, and forgets failures after 30 days', async () => {
    await fail('wrong', '198.51.100.1');
    const other = await app.login(member);
    await app.call(auth.logout, {}, by(other));
    const open = (await own(member)).sign_ins.map(({ session_open }) => session_open);
    expect(open.toSorted()).toEqual([false, false, true]);
    app.clock.advance(32 * day);
    await purge(app.service.context);
    const again = await app.login(member);
    expect((await own(again)).sign_ins.filter(({ failed_step }) => failed_step !== null)).toEqual([]);
  });

  it('is shown to those who see sessions, and of their own organization', async () => {
    await failsWith(ofMember(member, admin), 'FORBIDDEN');
    const stranger = await app.owner();
    await failsWith(ofMember(owner, stranger), 'MEMBER_NOT_FOUND');
  });
});

it('has the country of each address, if there is a database of countries', async () => {
  const file = join(app.dataDir, 'countries.mmdb');
  await writeCountryFile(file, { networks: { '198.51.100.0/24': 'DE' } });
  const located = await closedAfterwards(createTestService({ 'country-database': file }));
  const person = await located.owner();
  const wrong = { email: person.email, password: 'wrong' };
  await failsWith(located.call(auth.login, wrong, { ip: '198.51.100.1' }), 'INVALID_CREDENTIALS');
  const right = { email: person.email, password: person.password };
  const { access_token: token } = await located.call(auth.login, right, { ip: '198.51.100.1' });
  const { sign_ins } = await located.call(sessions.listSignIns, {}, { token });
  expect(sign_ins.map(({ failed_step, country }) => [failed_step, country])).toEqual(
    expect.arrayContaining([
      ['password', 'DE'],
      [null, 'DE'],
      [null, null],
    ]),
  );
  const open = await located.call(sessions.listSessionHistory, { state: 'open' }, { token });
  expect(open.sessions.find(({ current }) => current)?.country).toBe('DE');
});
