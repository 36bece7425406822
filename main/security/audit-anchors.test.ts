import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { checkAuditLogs } from '../jobs/audit-check.ts';
import { purge } from '../jobs/purge.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { recordAcceptance } from '../services/recording/accept-audit-log.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { type AuditHeadRow, findAuditHead } from '../storage/store/audit/audit-heads.ts';

const app = perTest(() => createTestService());
let owner: Person;
beforeEach(async () => {
  owner = await app.owner();
  await createWorkspace(app, owner, 'First');
});

const context = () => app.service.context;
const anchors = () => context().auditAnchors;
const file = () => dataFolder(app.dataDir).auditHeads;
const tamper = (statement: ReturnType<typeof sql>) => statement.execute(tablesOf(context().db.write));
const verify = async (person = owner) => {
  const input = { tenant_id: person.tenantId };
  const { total, complete, ...verdict } = await app.call(contract.audit.verifyAuditLog, input, { token: person.token });
  expect([total >= verdict.checked, complete]).toEqual([true, true]);
  return verdict;
};
const headOf = async (person = owner): Promise<AuditHeadRow> =>
  (await findAuditHead(context().db.read, person.tenantId)) as AuditHeadRow;
/** Deletes every row after a head, and puts this head back: its seal is valid, since the service once wrote it. */
const cutTo = async ({ tenant_id, sequence, hash, seal }: AuditHeadRow): Promise<void> => {
  await tamper(sql`delete from audit_events where tenant_id = ${tenant_id} and sequence > ${sequence}`);
  await tamper(sql`update audit_heads set sequence = ${sequence}, hash = ${hash}, seal = ${seal}
    where tenant_id = ${tenant_id}`);
};
const errors = () => vi.spyOn(context().log, 'error').mockReturnValue(undefined);

describe('a log whose end was cut, with the sealed head of an earlier row put back', () => {
  it('is found once the end was anchored, and named once in the log of the service', async () => {
    const early = await headOf();
    await createWorkspace(app, owner, 'Second');
    await anchors().advance();
    await cutTo(early);
    const error = errors();
    await anchors().advance();
    await anchors().advance();
    expect(error.mock.calls).toEqual([
      [{ tenant_id: owner.tenantId, entries: 4 }, 'audit log was cut: it had more entries before'],
    ]);
    expect(await verify()).toEqual({ valid: false, checked: 3, first_broken: 4, end: 'cut' });
    expect((await checkAuditLogs(context())).broken).toEqual([owner.tenantId]);
  });

  it('is still found after it has grown again, and after restarts', async () => {
    const early = await headOf();
    await createWorkspace(app, owner, 'Second');
    await app.restart();
    await cutTo(early);
    for (let n = 0; n < 4; n += 1) await createWorkspace(app, owner, `Other ${n}`);
    await app.restart();
    await anchors().advance();
    await app.restart();
    expect(await verify()).toEqual({ valid: false, checked: 3, first_broken: 4, end: 'cut' });
  });

  it('is found if the whole log is gone, and also if the team is', async () => {
    await anchors().advance();
    const other = await app.owner();
    await anchors().advance();
    await tamper(sql`delete from audit_events where tenant_id = ${owner.tenantId}`);
    await tamper(sql`delete from audit_heads where tenant_id = ${owner.tenantId}`);
    await tamper(sql`delete from tenants where id = ${other.tenantId}`);
    const { cut } = await anchors().findings();
    expect([...cut.keys()].sort()).toEqual([owner.tenantId, other.tenantId].sort());
  });
});

describe('what is not a cut', () => {
  const expectCalm = async (): Promise<void> => {
    const error = errors();
    await anchors().advance();
    expect(error).not.toHaveBeenCalled();
    expect(await anchors().findings()).toEqual({ cut: new Map(), doubt: undefined });
    expect(await verify()).toEqual({ valid: true, checked: expect.any(Number) });
  };

  it('rows that are younger than the file, as after a crash', async () => {
    await anchors().advance();
    const older = await readFile(file());
    await createWorkspace(app, owner, 'Second');
    await app.restart(() => writeFile(file(), older));
    await expectCalm();
  });

  it('a team that the service deleted, also if the file still names it', async () => {
    const leaver = await app.owner();
    await anchors().advance();
    const older = await readFile(file());
    const input = { confirmation: 'DELETE', password: leaver.password };
    await app.call(contract.profile.deleteMe, input, { token: leaver.token });
    app.clock.advance(30 * day);
    await purge(context());
    const [row] = await tablesOf(context().db.read).selectFrom('deleted_tenants').selectAll().execute();
    expect(row?.tenant_id).toBe(leaver.tenantId);
    expect(JSON.parse(await readFile(file(), 'utf8')).heads).toHaveLength(2);
    owner = await app.login(owner);
    await expectCalm();
    expect(JSON.parse(await readFile(file(), 'utf8')).heads).toHaveLength(1);
    await app.restart(() => writeFile(file(), older));
    await expectCalm();
  });

  it('but a note about a deletion that someone added without the key is worthless', async () => {
    await anchors().advance();
    await tamper(sql`delete from tenants where id = ${owner.tenantId}`);
    await tamper(sql`insert into deleted_tenants values (${owner.tenantId}, 0, 'x.y')`);
    expect([...(await anchors().findings()).cut.keys()]).toEqual([owner.tenantId]);
  });

  it('an erased account', async () => {
    const person = await app.join(owner, 'admin');
    await createWorkspace(app, person, 'By the leaver');
    await anchors().advance();
    await app.call(
      contract.profile.deleteMe,
      { confirmation: 'DELETE', password: person.password },
      { token: person.token },
    );
    app.clock.advance(30 * day);
    await purge(context());
    owner = await app.login(owner);
    await expectCalm();
  });
});

describe('the file', () => {
  it('is private, replaced as a whole, and left alone while nothing happens', async () => {
    await anchors().advance();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const { ino } = await stat(file());
    await anchors().advance();
    expect((await stat(file())).ino).toBe(ino);
    await createWorkspace(app, owner, 'Second');
    await anchors().advance();
    expect((await stat(file())).ino).not.toBe(ino);
    expect((await readdir(app.dataDir)).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('names no person, and its digest follows its content', async () => {
    await anchors().advance();
    const before = anchors().summary();
    expect(before).toEqual({ tenants: 1, entries: 3, digest: expect.any(String) });
    const text = await readFile(file(), 'utf8');
    for (const word of [owner.email, owner.name, owner.id]) expect(text).not.toContain(word);
    await createWorkspace(app, owner, 'Second');
    await anchors().advance();
    expect(anchors().summary().digest).not.toBe(before.digest);
  });

  it.runIf(isEmbedded())('is missed once it was deleted, until someone accepts the logs', async () => {
    await app.restart(() => rm(file()));
    expect(anchors().doubt()).toBe('missing');
    expect(await verify()).toEqual({ valid: true, checked: 3, end: 'unknown' });
    await app.restart();
    expect(anchors().doubt()).toBe('missing');
    // New rows are anchored all the same.
    const early = await headOf();
    await createWorkspace(app, owner, 'Second');
    await anchors().advance();
    await cutTo(early);
    expect(await verify()).toMatchObject({ valid: false, end: 'cut' });
  });

  it.runIf(!isEmbedded())('begins where the logs are, for an instance that has none', async () => {
    await app.restart(() => rm(file()));
    expect(anchors().doubt()).toBeUndefined();
    expect(await verify()).toMatchObject({ valid: true, checked: 3 });
    const early = await headOf();
    await createWorkspace(app, owner, 'Second');
    await anchors().advance();
    await cutTo(early);
    expect(await verify()).toMatchObject({ valid: false, end: 'cut' });
  });

  it.each<[string, (text: string) => string]>([
    ['is no JSON', () => 'gone'],
    ['lacks a log', (text) => JSON.stringify({ ...JSON.parse(text), heads: [] })],
    ['has another position', (text) => text.replace(/,3,"/, ',2,"')],
    ['claims that there is no doubt', (text) => text.replace('"version":1', '"version":1,"extra":1')],
    ['belongs to another installation', (text) => text.replace(/"inst_[^"]+"/, '"inst_other"')],
  ])('is refused if it %s, and kept beside the new one', async (_, change) => {
    let changed = '';
    await app.restart(async () => {
      changed = change(await readFile(file(), 'utf8'));
      await writeFile(file(), changed);
    });
    expect(anchors().doubt()).toBe('invalid');
    expect(await verify()).toMatchObject({ valid: true, end: 'unknown' });
    await anchors().advance();
    expect(await readFile(`${file()}.invalid`, 'utf8')).toBe(changed);
  });

  it('can be replaced by an older copy of itself: then only what is older than the copy is protected', async () => {
    const early = await headOf();
    await createWorkspace(app, owner, 'Second');
    await app.restart();
    await copyFile(file(), `${file()}.older`);
    const middle = await headOf();
    await createWorkspace(app, owner, 'Third');
    await app.restart();
    const logged = anchors().summary();
    await app.restart(() => copyFile(`${file()}.older`, file()));
    // The line in the log tells them apart.
    expect(anchors().summary()).not.toEqual(logged);
    await cutTo(middle);
    expect(await verify()).toMatchObject({ valid: true });
    await cutTo(early);
    expect(await verify()).toMatchObject({ valid: false, end: 'cut' });
  });
});

it('what was found can be accepted, and each log says so', async () => {
  const early = await headOf();
  const other = await app.owner();
  await createWorkspace(app, owner, 'Second');
  await anchors().advance();
  await cutTo(early);
  const findings = await anchors().findings();
  const tenants = await context().db.transaction({}, (tx) => recordAcceptance(context(), tx, findings));
  await anchors().accept();
  expect(tenants).toEqual([owner.tenantId]);
  expect((await auditRows(app, owner.tenantId)).at(-1)).toMatchObject({
    action: 'acceptAuditLog',
    actor_id: 'operator',
    sequence: 4,
    details: JSON.stringify({ entries_before: 4 }),
  });
  expect(await verify()).toEqual({ valid: true, checked: 4 });
  await app.restart();
  expect(await verify()).toEqual({ valid: true, checked: 5 });
  expect(await verify(other)).toMatchObject({ valid: true });
});
