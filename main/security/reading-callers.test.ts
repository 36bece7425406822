import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../storage/database/tables.ts';

const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});

const me = (person: Person) => app.call(getMe, {}, { token: person.token });

describe('reading callers', () => {
  /** How often anyone reads the database meanwhile. */
  const readsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const { db } = app.service.context;
    const { admitted } = db.readerUsage();
    await work();
    return db.readerUsage().admitted - admitted;
  };
  const rename = (person: Person) => app.call(contract.profile.updateMe, { name: 'Renamed' }, { token: person.token });

  it('takes few statements for many sessions', async () => {
    owner = await app.login(owner);
    const sessions: Person[] = [];
    while (sessions.length < 20) sessions.push(await app.login(owner));
    await rename(owner);
    expect(await readsDuring(() => Promise.all(sessions.map((session) => me(session))))).toBeLessThanOrEqual(3);
    const keys: { key: string }[] = [];
    while (keys.length < 10) keys.push(await createKey(app, owner));
    await rename(owner);
    const byKey = () => Promise.all(keys.map(({ key }) => app.call(getMe, {}, { token: key })));
    expect(await readsDuring(byKey)).toBeLessThanOrEqual(3);
  });

  it.runIf(isEmbedded())('takes none after a commit of another organization', async () => {
    owner = await app.login(owner);
    const { key } = await createKey(app, owner);
    const stranger = await app.owner();
    const asked = async () => {
      await me(owner);
      await app.call(getMe, {}, { token: key });
    };
    await asked();
    await rename(stranger);
    expect(await readsDuring(asked)).toBe(0);
    await rename(owner);
    expect(await readsDuring(asked)).toBe(2);
  });

  it.runIf(isEmbedded())("doesn't wait for other reads of the service", async () => {
    const { db } = app.service.context;
    owner = await app.login(owner);
    const slow = sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000)
      select count(*) from numbers`;
    let finished = 0;
    const work = times(8, async () => {
      await slow.execute(tablesOf(db.read));
      finished += 1;
    });
    await me(owner);
    expect(finished).toBeLessThan(4);
    await Promise.all(work);
  });
});
