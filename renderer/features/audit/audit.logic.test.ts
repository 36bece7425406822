import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { auditActionNames } from '#shared/texts/audit.ts';
import { auditGroups } from '#shared/texts/audit-spec.ts';
import { readAuditSearch } from '../../search-params.ts';
import {
  type AuditEvent,
  actionChoices,
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
