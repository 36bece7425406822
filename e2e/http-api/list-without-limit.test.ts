import { beforeAll, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, type Team } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { findUser, insertUser } from '#main/storage/store/identity/users.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
let team: Team;
beforeAll(async () => {
  ({ own: team } = await createSeedData(server.app.context, 'no password fits'));
});

const join = (from: number, to: number) =>
  server.app.context.db.transaction({}, async (tx) => {
    const member = await findUser(tx, team.member.id);
    if (!member) throw new Error('The member is missing');
    for (let n = from; n < to; n += 1) {
      await insertUser(tx, { ...member, id: `user_listed_${n}`, email: `listed${n}@example.com`, pending_email: null });
    }
  });
const read = async (path: string) => {
  const { body, headers } = await send(server.address, 'GET', path, { token: team.owner.token });
  const { users, total } = body as { users: { user_id: string }[]; total: number };
  return { ids: users.map(({ user_id }) => user_id), total, link: headers.get('link') };
};

it('the member list without a limit has up to 1,000 members, and a link to the rest (seed 000 §4 #13)', async () => {
  const path = `/api/v1/tenants/${team.id}/users`;
  await join(0, 151);
  const whole = await read(path);
  expect([whole.ids.length, whole.link]).toEqual([whole.total, null]);
  expect(whole.total).toBeGreaterThan(151);
  await join(151, 1_100);
  const first = await read(path);
  expect(first.ids).toHaveLength(1_000);
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.link ?? '') ?? [];
  const rest = await read(next);
  expect(rest.link).toBeNull();
  expect(new Set([...first.ids, ...rest.ids]).size).toBe(first.total);
});
