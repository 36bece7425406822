import { expect, it } from 'vitest';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestService, type TestService } from '#e2e/support/test-service.ts';
import { openFile } from '#e2e/support/twins/open-database.ts';
import { addTwinOrganizations, addTwinPeople, twinId } from '#e2e/support/twins/twin-rows.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, type OperationSpec } from '#shared/contract/operation.ts';
import type { OperationId, Row } from './permission-row.ts';
import { rows } from './permission-rows.ts';
import { expectedOf } from './permission-rules.ts';

/** About the server, which all organizations share. */
const ofServer: ReadonlySet<string> = new Set(['getBackupStatus', 'getMailSettings', 'getServiceInfo']);
const reads = operations
  .map(({ operation }): OperationSpec => operation)
  .filter(({ id, auth, operator }) => auth === 'bearer' && !operator && !ofServer.has(id))
  .filter(isQuery);
/** What people ask about themselves. */
const ownReads = reads.filter(({ allow, input }) => allow === 'self' && !('tenant_id' in input.shape));

/** Who asks, and as whom the permission matrix knows them. */
const people = { owner: 'owner', admin: 'admin', secured: 'outsider' } as const;
const names = Object.keys(people) as (keyof typeof people)[];

const prepare = async () => {
  const app = await closedAfterwards(createTestService({ 'rate-limits': 'off' }));
  const { context } = app.service;
  const seed = await createSeedData(context, await hashSeedPassword(context));
  /** What has to be there to be read: of each person what is their own, else once. */
  const made = new Map<string, object>();
  for (const { id, allow } of reads) {
    const row: Row = rows[id as OperationId];
    let shared: object | undefined;
    for (const name of names) {
      const caller = seed.own[name];
      const own = allow === 'self' ? undefined : shared;
      shared = own ?? (await row.prepare?.(context, caller, seed));
      made.set(`${id} by ${caller.id}`, shared ?? {});
    }
  }
  const inputFor = (operation: OperationSpec, caller: Actor) => ({
    ...rows[operation.id as OperationId].input(seed, caller),
    ...made.get(`${operation.id} by ${caller.id}`),
    // What matches is counted once and kept, but not where one page has all of it.
    ...('q' in operation.input.shape && { q: 'o' }),
    ...('limit' in operation.input.shape && { limit: 1 }),
  });
  /** What a caller is answered. The error if the operation refuses. */
  const ask = (operation: OperationSpec, token: string, input: object): Promise<unknown> =>
    app.call(operation, input as never, { token }).catch((error: Error) => error.message);
  const askAs = (operation: OperationSpec, name: keyof typeof people): Promise<unknown> =>
    ask(operation, seed.own[name].token, inputFor(operation, seed.own[name]));
  /** What each person is answered, by operation and person. */
  const answers = async (wanted: readonly OperationSpec[]): Promise<ReadonlyMap<string, unknown>> => {
    const given = new Map<string, unknown>();
    for (const operation of wanted) {
      const row = rows[operation.id as OperationId];
      for (const name of names) {
        const answer = await askAs(operation, name);
        const isAnswered = expectedOf(operation, row, people[name], { kind: 'own' }) === 'success';
        expect.soft(typeof answer, `${operation.id} by ${name}: ${answer}`).toBe(isAnswered ? 'object' : 'string');
        given.set(`${operation.id} by ${name}`, answer);
      }
    }
    return given;
  };
  return { app, own: seed.own, ask, askAs, inputFor, answers };
};

/** Changes the database while the service is stopped. */
const whileStopped = (app: TestService, work: (db: Awaited<ReturnType<typeof openFile>>['db']) => Promise<void>) =>
  app.restart(async () => {
    const file = await openFile(dataFolder(app.dataDir).database);
    await work(file.db);
    await file.close();
  });

it('each read answers the same beside a twin organization that has more of everything and has just asked', async () => {
  const { app, own, ask, askAs, inputFor, answers } = await prepare();
  const alone = await answers(reads);
  await whileStopped(app, async (db) => {
    await addTwinOrganizations(db);
    await addTwinPeople(db, [twinId(own.owner.id), twinId(own.member.id)]);
  });
  let twinAnswers = 0;
  for (const operation of reads) {
    for (const name of names) {
      const { id, tenantId, email, role, sessionId } = own[name];
      const claims = { user_id: twinId(id), tenant_id: twinId(tenantId), email, role };
      const token = await app.service.context.accessTokens.sign(claims, twinId(sessionId));
      const input = JSON.stringify(inputFor(operation, own[name])).replaceAll(own.id, twinId(own.id));
      if (typeof (await ask(operation, token, JSON.parse(input))) === 'object') twinAnswers += 1;
      const key = `${operation.id} by ${name}`;
      expect.soft(await askAs(operation, name), key).toEqual(alone.get(key));
    }
  }
  // A twin has no links that open, and finds nothing under the IDs of the organization.
  expect(twinAnswers).toBeGreaterThan(reads.length);
});

it('what people ask about themselves has the same answer beside a twin in their organization', async () => {
  const { app, own, answers } = await prepare();
  const alone = await answers(ownReads);
  await whileStopped(app, (db) =>
    addTwinPeople(
      db,
      names.map((name) => own[name].id),
    ),
  );
  const beside = await answers(ownReads);
  for (const [key, answer] of alone) expect.soft(beside.get(key), key).toEqual(answer);
});
