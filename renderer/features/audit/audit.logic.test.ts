import type { ParseKeys } from 'i18next';
import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { type AuditAction, auditActionNames, auditActions } from '#shared/texts/audit.ts';
import { type ActionSpec, auditGroups } from '#shared/texts/audit-spec.ts';
import { actionLabel } from '../../components/audit-labels.ts';
import { readAuditSearch } from '../../search-params.ts';
import {
  type AuditEvent,
  actionChoices,
  detailFacts,
  eventSentence,
  eventsCsv,
  filterOf,
  readAllEvents,
  verdictOf,
  verifyToEnd,
} from './audit.logic.ts';

const event = (sequence: number, change: Partial<AuditEvent> = {}): AuditEvent => ({
  sequence,
  at: '2026-03-29T10:00:00.000Z',
  actor_id: 'user_a',
  actor_name: 'Ada',
  ip_address: '127.0.0.1',
  device: 'Firefox on Linux',
  request_id: 'req_1',
  action: 'changeRole',
  target_kind: 'user',
  target_id: 'user_b',
  target_label: 'ben@example.com',
  details: { from: 'member', to: 'admin' },
  hash: 'k.h',
  ...change,
});

/** Their names say it: the step of an upgrade, the former owner, a button that was pressed. */
const untold: AuditAction[] = [
  'transferOwnership',
  ...(['startUpgradeRun', 'chooseUpgradePlan', 'orderUpgrade', 'upgradeInstance', 'upgradeServer'] as const),
  ...(['confirmUpgrade', 'revertUpgrade', 'reportUpgradeFinding', 'cancelUpgradeRun', 'closeUpgradeRun'] as const),
  ...(['upgradeToManaged', 'downgradeToUnmanaged', 'setPower'] as const),
];

const now = Date.parse('2026-03-29T18:00:00.000Z');

describe('the URL of the audit log', () => {
  test('holds dates, an action of the catalog and text; anything else counts as absent', () => {
    const search = {
      q: 'x',
      actor: 'user_a',
      group: 'sign_ins',
      action: 'login',
      outcome: 'blocked',
      range: 'week',
      from: '2026-03-29',
      to: '2026-03-30',
      page: 2,
    };
    expect(readAuditSearch(search)).toEqual(search);
    expect(readAuditSearch({ group: 'x', outcome: 'x', range: 'x' })).toEqual({});
    expect(readAuditSearch({ action: 'nothing', from: '29.03.2026', to: '2026-13-01', page: 1, q: '' })).toEqual({});
  });

  test("asks for whole days of the user's time zone, even if a day has 23 hours", () => {
    expect(filterOf({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Vienna', now)).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    expect(filterOf({ from: '2026-12-31', to: '2026-12-31' }, 'Etc/UTC', now)).toEqual({
      from: '2026-12-31T00:00:00.000Z',
      to: '2027-01-01T00:00:00.000Z',
    });
    // Clocks skip the first hour of this day.
    expect(filterOf({ from: '2026-09-06', to: '2026-09-05' }, 'America/Santiago', now)).toEqual({
      from: '2026-09-06T04:00:00.000Z',
      to: '2026-09-06T04:00:00.000Z',
    });
    expect(filterOf({ q: 'x', page: 3 }, 'Etc/UTC', now)).toEqual({ q: 'x' });
  });

  test.each([
    ['today', 'Etc/UTC', '2026-03-29T00:00:00.000Z'],
    // It is the 30th there already.
    ['today', 'Asia/Tokyo', '2026-03-29T15:00:00.000Z'],
    ['week', 'Etc/UTC', '2026-03-23T00:00:00.000Z'],
    // Clocks went forward meanwhile.
    ['week', 'Europe/Vienna', '2026-03-22T23:00:00.000Z'],
    ['month', 'Etc/UTC', '2026-02-28T00:00:00.000Z'],
  ] as const)('the range %s in %s begins at %s, and has no end', (range, timezone, from) => {
    expect(filterOf({ range }, timezone, now)).toEqual({ from });
  });
});

const said = (action: AuditAction, details: AuditEvent['details'], t = english) =>
  eventSentence({ action, details }, t);

test.each([
  ['changeRole', { from: 'member', to: 'admin' }, 'Changed the role from member to admin'],
  ['setWorkspaceMember', { workspace: 'Ops', role: 'Viewer' }, 'Gave a member the role Viewer in Ops'],
  ['updateWorkspace', { name: 'Ops', health_score: 80 }, 'Changed a workspace: name: Ops, health score: 80'],
  [
    'updatePolicies',
    { invitation_days: 7, invitation_days_before: 14 },
    'Changed the policies: invitation validity in days: 14 → 7',
  ],
  ['deleteMe', { scheduled_deletion: '2026-05-01T10:00:00.000Z' }, 'Scheduled the account for deletion on 2026-05-01'],
  ['changeBillingCycle', { run_id: 'run_1', to: 'annually' }, 'Changed a server’s billing cycle to Yearly'],
  ['signup', {}, 'Created the organization'],
  // A row of another version.
  ['changeRole', { to: 'admin' }, 'Changed a role'],
] as const)('of %s with %j, says “%s”', (action, details, expected) => {
  expect(said(action, details)).toBe(expected);
});

test('translates what a row says, and leaves names as they are', () => {
  expect(said('changeRole', { from: 'member', to: 'admin' }, german)).toBe(
    'Rolle von Mitglied zu Administrator geändert',
  );
  expect(said('updateMe', { changed: 'name, date_format' }, german)).toBe('Profil geändert: Name, Datumsformat');
  expect(said('updateMe', { changed: 'name, date_format' })).toBe('Changed the profile: name, date format');
  expect(said('login', { device: 'Chrome on Linux' }, german)).toBe('Mit Chrome auf Linux angemeldet');
  expect(said('setWorkspaceMember', { workspace: 'admin', role: 'Viewer' }, german)).toBe(
    'Mitglied in admin die Rolle Betrachter gegeben',
  );
});

describe.each(auditActionNames)('of %s', (action) => {
  const spec: ActionSpec = auditActions[action];
  const names = (spec.details ?? []).map((name) => name.replace(/\?$/, ''));

  test.each([
    ['English', english],
    ['German', german],
  ] as const)('a row is one sentence in %s, without pairs of names and values', (_, t) => {
    const details = Object.fromEntries(names.map((name, at) => [name, `Value${at}`]));
    const sentence = said(action, details, t);
    expect(sentence).not.toMatch(/\{\{|\}\}|undefined|·/);
    const template = t(`audit.sentences.${action}` as ParseKeys, { skipInterpolation: true, defaultValue: '' });
    const mentioned = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    // The policies are listed in the contract.
    expect(
      action === 'updatePolicies' ? [] : mentioned.filter((name) => !['changes', ...names].includes(name ?? '')),
    ).toEqual([]);
    if (template !== '' && action !== 'updatePolicies') expect(sentence).not.toBe(actionLabel(action, t));
  });

  test('both languages mention the same', () => {
    const mentioned = [english, german].map((t) =>
      [
        ...t(`audit.sentences.${action}` as ParseKeys, { skipInterpolation: true, defaultValue: '' }).matchAll(
          /\{\{\w+\}\}/g,
        ),
      ]
        .map(([name]) => name)
        .sort(),
    );
    expect(mentioned[0]).toEqual(mentioned[1]);
  });
});

test('a row whose details tell more than its name says them, if they are words for people', () => {
  // A name, a role, a place or a person: whoever reads the log asks for these.
  const asked = /^(?:role|workspace|group|new_email|name|device|from|to|changed)$/;
  const silent = auditActionNames.filter((action) => {
    const spec: ActionSpec = auditActions[action];
    return (
      spec.details?.some((name) => asked.test(name)) &&
      english(`audit.sentences.${action}` as ParseKeys, { defaultValue: '' }) === ''
    );
  });
  expect(silent).toEqual(untold);
});

test('lists every action once, in groups that begin with all of theirs and are sorted by their texts', () => {
  const groups = actionChoices(english, 'en');
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value));
  expect(values.toSorted()).toEqual([...auditGroups, ...auditActionNames].toSorted());
  for (const [index, { items }] of groups.entries()) {
    const [all, ...actions] = items;
    expect(all?.value).toBe(auditGroups[index]);
    const labels = actions.map(({ label }) => label);
    expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
  }
  const labels = groups.flatMap(({ items }) => items.map(({ label }) => label));
  expect(new Set(labels).size).toBe(labels.length);
});

test('names each detail of an event, but no digest', () => {
  expect(detailFacts({ from: 'member', to: 'admin', erased_digest: 'x', valid: true }, english)).toEqual([
    { name: 'From', value: 'member' },
    { name: 'To', value: 'admin' },
    { name: 'Intact', value: 'yes' },
  ]);
});

test('exports rows with their texts and hashes, with formulas neutralized', () => {
  const [head, row] = eventsCsv([event(7, { target_label: '=cmd()' })]).split('\r\n');
  expect(head?.split(',')).toContain('hash');
  expect(row).toBe(
    `7,2026-03-29T10:00:00.000Z,Ada,user_a,127.0.0.1,Firefox on Linux,req_1,changeRole,Changed a role,user,'=cmd(),user_b,"{""from"":""member"",""to"":""admin""}",k.h`,
  );
});

test('reads every page and each row once, even if rows are added meanwhile', async () => {
  let log = [5, 4, 3, 2, 1];
  const seen = await readAllEvents(2, async (offset) => {
    const events = log.slice(offset, offset + 2).map((sequence) => event(sequence));
    log = [log.length + 1, ...log];
    return { events };
  });
  expect(seen.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
});

test('takes the last verification from the log', () => {
  expect(verdictOf([])).toBeUndefined();
  const of = (details: AuditEvent['details']) => verdictOf([event(9, { details })]);
  expect(of({ valid: true, checked: 8 })).toMatchObject({ finding: 'intact', checked: 8 });
  expect(of({ valid: true, checked: 8, end: 'unknown' })).toMatchObject({ finding: 'endUnknown' });
  expect(of({ valid: false, checked: 3, first_broken: 4 })).toMatchObject({ finding: 'tampered', firstBroken: 4 });
  expect(of({ valid: false, checked: 3, first_broken: 4, end: 'unknown' })).toMatchObject({ finding: 'tampered' });
  expect(of({ valid: false, checked: 3, first_broken: 4, end: 'cut' })).toMatchObject({
    finding: 'cut',
    firstBroken: 4,
  });
});

describe('verifying a large log', () => {
  const answers = [500, 1_000, 1_200].map((checked) => ({
    valid: true,
    checked,
    total: 1_200,
    complete: checked === 1_200,
  }));

  test('calls until it is complete, and tells its progress', async () => {
    const left = [...answers];
    const seen: unknown[] = [];
    const answer = await verifyToEnd(
      async () => left.shift() ?? expect.fail('called too often'),
      (progress) => seen.push(progress),
      () => false,
    );
    expect([seen, answer]).toEqual([answers.slice(0, 2), answers[2]]);
  });

  test('stops when the page is left', async () => {
    const left = [...answers];
    let isStopped = false;
    const answer = await verifyToEnd(
      async () => left.shift() ?? expect.fail('called too often'),
      () => {
        isStopped = true;
      },
      () => isStopped,
    );
    expect([answer, left]).toEqual([undefined, [answers[2]]]);
  });
});
