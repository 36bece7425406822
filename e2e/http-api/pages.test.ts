import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { perFile } from '#e2e/support/prepared.ts';
import { seedEvents } from '#e2e/support/seed-events.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { type Answer, callHttp, send } from '#e2e/support/transports.ts';
import { findUser, insertUser } from '#main/storage/store/identity/users.ts';
import { insertOperator } from '#main/storage/store/operators.ts';
import { listName } from '#main/transport/http/next-page.ts';
import { contract, operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const session = z.object({ access_token: z.string(), user: z.object({ id: z.string(), tenant_id: z.string() }) });
let token: string;
let userId: string;
let inPath: Record<'tenant_id' | 'user_id' | 'slug' | 'group_id' | 'role_id' | 'destination_id', string>;

beforeAll(async () => {
  const { address, app, clock } = server;
  const { body } = await callHttp(address, contract.welcome.createSampleTenant, {});
  const { access_token, user } = session.parse(body);
  token = access_token;
  userId = user.id;
  await app.context.db.transaction({}, (tx) =>
    insertOperator(tx, { user_id: userId, granted_at: clock.now(), granted_by: null }),
  );
  const { tenant_id } = user;
  const { body: listed } = await callHttp(address, contract.workspaces.listWorkspaces, { tenant_id }, { token });
  const { workspaces } = z.object({ workspaces: z.array(z.object({ slug: z.string() })) }).parse(listed);
  const { createGroup, addGroupMembers } = contract.groups;
  const { body: made } = await callHttp(address, createGroup, { tenant_id, name: 'Everyone' }, { token });
  const { group_id } = z.object({ group_id: z.string() }).parse(made);
  const { body: team } = await callHttp(address, contract.team.listMembers, { tenant_id }, { token });
  const { users } = z.object({ users: z.array(z.object({ user_id: z.string() })) }).parse(team);
  const user_ids = users.map(({ user_id }) => user_id);
  await callHttp(address, addGroupMembers, { tenant_id, group_id, user_ids }, { token });
  const { destinationId } = await app.context.db.transaction({ tenant: tenant_id }, (tx) =>
    seedEvents(app.context, tx, tenant_id),
  );
  const { createCustomRole, assignCustomRole } = contract.customRoles;
  const asked = { tenant_id, name: 'Reader', permissions: ['audit.read'] };
  const { body: role } = await callHttp(address, createCustomRole, asked, { token });
  const { role_id } = z.object({ role_id: z.string() }).parse(role);
  for (const holder_id of user_ids.slice(0, 8)) {
    await callHttp(address, assignCustomRole, { tenant_id, role_id, holder_id }, { token });
  }
  inPath = {
    tenant_id,
    user_id: userId,
    slug: workspaces[0]?.slug ?? '',
    group_id,
    role_id,
    destination_id: destinationId,
  };
});

type Query = Record<string, string>;
/** The texts that a field of a query takes; undefined stands for none. */
const choices = ({ input }: OperationSpec, name: string): (string | undefined)[] => {
  const field = input.shape[name];
  const inner = field instanceof z.ZodDefault ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [undefined];
};

/** Every list, in every order that callers can ask for. */
const lists = operations
  .filter(({ operation }) => 'cursor' in operation.input.shape)
  .flatMap(({ operation }) =>
    choices(operation, 'sort').flatMap((sort) =>
      choices(operation, 'order').flatMap((order) =>
        choices(operation, 'risk').map((risk): [string, OperationSpec, Query] => {
          const query = { ...(sort && { sort }), ...(order && { order }), ...(risk && { risk }) };
          return [[operation.id, ...Object.values(query)].join(' '), operation, query];
        }),
      ),
    ),
  );

const paramsOf = ({ input }: OperationSpec): Query =>
  Object.fromEntries(Object.entries(inPath).filter(([name]) => name in input.shape));
const call = (operation: OperationSpec, query: Query): Promise<Answer> =>
  callHttp(server.address, operation, { ...paramsOf(operation), ...query }, { token });
const rowsOf = ({ body }: Answer): unknown[] =>
  Object.values(body as object).find((value): value is unknown[] => Array.isArray(value)) ?? [];
const nextOf = ({ headers }: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

const cursorOf = (answer: Answer): string | null =>
  new URL(nextOf(answer) ?? '', 'http://127.0.0.1').searchParams.get('cursor');
/** Whether a cursor is taken for one of this list. */
const takes = async (operation: OperationSpec, query: Query, cursor: string): Promise<boolean> => {
  const { status, problem } = await call(operation, { ...query, cursor });
  if (status === 200) return true;
  expect([status, problem?.errors?.map(({ path }) => path)]).toEqual([400, ['cursor']]);
  return false;
};

/** Reads on from a page to the end of its list. */
const readOn = async (first: Answer, between = async () => {}): Promise<unknown[]> => {
  const rows = rowsOf(first);
  for (let next = nextOf(first); next !== undefined; ) {
    await between();
    const page = await send(server.address, 'GET', next, { token });
    expect(page.status).toBe(200);
    rows.push(...rowsOf(page));
    next = nextOf(page);
  }
  return rows;
};

describe('following the links of a list (DECISION 0308)', () => {
  it.each(lists)('%s: finds what one page has', async (_name, operation, query) => {
    const whole = await call(operation, { ...query, limit: '1000' });
    expect(whole.status).toBe(200);
    expect(nextOf(whole)).toBeUndefined();
    const rows = rowsOf(whole);
    const limit = String(Math.max(1, Math.ceil(rows.length / 4)));
    expect(await readOn(await call(operation, { ...query, limit }))).toEqual(rows);
  });

  it.each(lists)('%s: refuses a cursor of anything else', async (_name, operation, query) => {
    const name = JSON.stringify(listName(operation.id, { params: paramsOf(operation), query }));
    const ends = ['"tata"', '"nata","x","y"', '"nd",1e99', `"taa","\\u0000","a"`];
    for (const values of ['', 'null', '[]', '["tata","x"]', `[${name}]`, ...ends.map((end) => `[${name},${end}]`)]) {
      expect(await takes(operation, query, Buffer.from(values).toString('base64url') || '!')).toBe(false);
    }
  });

  it('takes a cursor only in the list that it came from', async () => {
    const cursors: [string, string][] = [];
    for (const [name, operation, query] of lists) {
      const cursor = cursorOf(await call(operation, { ...query, limit: '1' }));
      if (cursor !== null) cursors.push([name, cursor]);
    }
    expect(cursors.length).toBeGreaterThan(lists.length / 2);
    for (const [name, operation, query] of lists) {
      const taken: string[] = [];
      for (const [from, cursor] of cursors) if (await takes(operation, query, cursor)) taken.push(from);
      expect(taken, name).toEqual(cursors.some(([from]) => from === name) ? [name] : []);
    }
  });

  it('takes a cursor only with the filters that it came from, and with any limit', async () => {
    const filtered = lists.filter(([, { input }]) => 'q' in input.shape);
    expect(filtered.length).toBeGreaterThan(3);
    for (const [name, operation, query] of filtered) {
      const cursor = cursorOf(await call(operation, { ...query, limit: '1' }));
      if (cursor === null) continue;
      expect(await takes(operation, { ...query, limit: '7' }, cursor), name).toBe(true);
      expect(await takes(operation, { ...query, q: 'a' }, cursor), name).toBe(false);
    }
  });

  it('neither loses nor repeats a member while others join and leave', async () => {
    const { db } = server.app.context;
    const { listMembers } = contract.team;
    const before = rowsOf(await call(listMembers, {}));
    let joined = 0;
    const join = () =>
      db.transaction({}, async (tx) => {
        const owner = await findUser(tx, userId);
        if (!owner) throw new Error('The owner is missing');
        joined += 1;
        const each = {
          id: `user_joined_${joined}`,
          email: `joined${joined}@example.com`,
          name: 'Aaron',
          name_key: 'aaron',
        };
        await insertUser(tx, { ...owner, ...each, pending_email: null });
      });
    const rows = await readOn(await call(listMembers, { limit: '2' }), join);
    const found = z
      .array(z.object({ user_id: z.string() }))
      .parse(rows)
      .map(({ user_id }) => user_id);
    expect(joined).toBeGreaterThan(3);
    expect(found).toEqual(
      z
        .array(z.object({ user_id: z.string() }))
        .parse(before)
        .map(({ user_id }) => user_id),
    );
  });
});
