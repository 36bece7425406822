import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Outbox } from '#main/mail/outbox.ts';
import type { AppContext, SystemContext } from '#main/services/context.ts';
import type { Handler } from '#main/services/handler.ts';
import type { Queries, Schema, WriteTransaction } from '#main/storage/database/schema.ts';
import type { contract } from '#shared/contract/index.ts';

/** SQL outside of the store. None of it compiles, so none of it ever runs. */
const misfits = {
  service: (async (_context, _input, call) => {
    // @ts-expect-error a transaction has no tables
    await call.transaction(async (tx) => tx.updateTable('users').set({ role: 'owner' }).execute());
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
  anonymousService: (async (_context, _input, call) => {
    // @ts-expect-error nor one without a caller
    await call.transaction({}, async (tx) => tx.deleteFrom('sessions').execute());
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.auth.forgotPassword>,
  // @ts-expect-error nor what services read from
  reader: ({ db }: AppContext) => db.read.selectFrom('users').selectAll().execute(),
  // @ts-expect-error nor under another name
  destructured: ({ db: { read } }: AppContext) => read.selectFrom('users').selectAll().execute(),
  // @ts-expect-error nor member by member
  member: ({ selectFrom }: Queries) => selectFrom('users'),
  // @ts-expect-error nor by a computed name
  computed: (tx: WriteTransaction, name: 'insertInto') => tx[name]('users'),
  // @ts-expect-error nor in a job
  job: ({ db }: SystemContext) => db.transaction({}, async (tx) => tx.deleteFrom('sessions').execute()),
  // @ts-expect-error nor in its single statements
  statement: ({ db }: SystemContext) => db.write.updateTable('tenants').set({ delete_at: 0 }).execute(),
  // @ts-expect-error nor in those for a tenant
  tenantStatement: ({ db }: SystemContext) => db.writeFor('tnt_1').deleteFrom('users').execute(),
  // @ts-expect-error nor in what transport and the caches read
  transport: (reads: () => Queries) => reads().selectFrom('sessions').selectAll().execute(),
  mail: (outbox: Outbox): Outbox => ({
    ...outbox,
    // @ts-expect-error nor in an email's transaction
    queue: async (db) => void (await db.insertInto('mails').values({}).execute()),
  }),
  // @ts-expect-error SQL as a text finds no one to run it
  text: (tx: WriteTransaction) => sql`delete from users`.execute(tx),
  // @ts-expect-error a handle isn't Kysely
  kysely: (tx: WriteTransaction): Kysely<Schema> => tx,
  // @ts-expect-error and can't become it
  cast: (tx: WriteTransaction) => tx as Kysely<Schema>,
  // @ts-expect-error a reader is no transaction
  reads: ({ db }: AppContext): WriteTransaction => db.read,
  // @ts-expect-error nobody makes a transaction
  made: (): WriteTransaction => ({}),
};

it('nothing but the store compiles with SQL', () => {
  expect(Object.keys(misfits)).toHaveLength(16);
});
