import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { isListed } from '../database/sql.ts';
import { tablesOf } from '../database/tables.ts';
import { listStatement } from './built-statements.ts';
import { callersReader } from './identity/callers.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());

it('reads the rows of any number of keys, each time anew', async () => {
  const { db } = app.service.context;
  const member = await app.join(owner);
  const read = listStatement(db.read, (ids) =>
    tablesOf(db.read)
      .selectFrom('users')
      .select(['id', 'name'])
      .where(({ ref }) => isListed(ref('id'), ids)),
  );
  const found = async (keys: string[]) => (await read(keys)).map(({ id }) => id).sort();
  expect(await found([owner.id, 'nobody', member.id])).toEqual([owner.id, member.id].sort());
  expect(await found([member.id, member.id])).toEqual([member.id]);
  expect(await found([])).toEqual([]);
  expect(await found([`"]'\\, ${owner.id}`])).toEqual([]);
  await tablesOf(db.write).updateTable('users').set({ name: 'Renamed' }).where('id', '=', member.id).execute();
  expect(await read([member.id])).toEqual([{ id: member.id, name: 'Renamed' }]);
});

it('reads a caller who is alone as it reads several', async () => {
  const { db, callers } = app.service.context;
  const member = await app.join(owner);
  const { sessionId: session } = await callers.verify(owner.token);
  const { sessionId: another } = await callers.verify(member.token);
  const read = callersReader(db.read);
  const both = await read([session, another]);
  expect(both.map(({ session_id }) => session_id).sort()).toEqual([session, another].sort());
  for (const id of [session, another]) {
    expect(await read([id])).toEqual(both.filter(({ session_id }) => session_id === id));
  }
  expect(await read(['nobody'])).toEqual([]);
});

it('refuses a query with a parameter of its own', async () => {
  const { db } = app.service.context;
  const read = listStatement(db.read, (ids) =>
    tablesOf(db.read)
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'Ada')
      .where(({ ref }) => isListed(ref('id'), ids)),
  );
  await expect(read([owner.id])).rejects.toThrow('Only the value may be a parameter');
});
