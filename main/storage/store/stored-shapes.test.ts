import { describe, expect, it } from 'vitest';
import {
  findLost,
  findUnread,
  findUnrecorded,
  readRecords,
  type StoredRecord,
  writtenNow,
} from '#e2e/support/stored-records.ts';
import { storedText } from '#e2e/support/stored-text.ts';
import { mailKinds } from '#shared/contract/mail/resources.ts';
import { renderMail } from '../../mail/templates.ts';
import { mailParamsShape } from './stored-shapes.ts';

const records = readRecords();
const newest = records.at(-1)?.[1] ?? {};

describe('what is stored as JSON', () => {
  it.each(records)('is read as release %s wrote it', (release, record) => {
    expect(findUnread(release, record)).toEqual([]);
  });

  it('is written as the newest record says', () => {
    expect(findUnrecorded(newest, writtenNow())).toEqual([]);
  });

  it('can also be read by the release before, which may use the same rows', () => {
    const pairs = records.slice(1).map(([, after], index) => [records[index]?.[1] ?? {}, after] as const);
    expect([...pairs, [newest, writtenNow()] as const].flatMap(([before, after]) => findLost(before, after))).toEqual(
      [],
    );
  });

  const mails = records.flatMap(([release, record]) =>
    Object.entries(record[mailParamsShape.name] ?? {}).map(([variant, stored]) => ({ release, variant, stored })),
  );
  it.each(mails)('shows the email $variant as release $release queued it', ({ variant, stored }) => {
    const kind = mailKinds.find((known) => known === variant) ?? 'verification';
    const params = mailParamsShape.read(storedText(JSON.stringify(stored)), 'mail_1');
    const { subject, text } = renderMail(kind, params, 'https://console.example');
    expect(`${subject}\n${text}`).not.toContain('undefined');
  });
});

describe('this test', () => {
  const plans = newest['upgrade_runs.plan'] as Record<string, object>;
  const change = (plan: object): StoredRecord => ({ ...newest, 'upgrade_runs.plan': { ...plans, annually: plan } });
  const { price, ...withoutPrice } = plans.annually as { price: string };

  it('reports a field that what is stored lacks', () => {
    expect(findUnread('0.0.9', change(withoutPrice))).toEqual([
      "upgrade_runs.plan, annually, of 0.0.9: upgrade_runs.plan of the row can't be read: price.invalid_type",
    ]);
  });

  it('reports a value that is read as another one', () => {
    const preferences = { 'users.preferences': { old: { language: 'x', timezone: 'Etc/UTC' } } };
    expect(findUnread('0.0.9', preferences)).toEqual([
      'users.preferences, old: what 0.0.9 wrote is read as something else',
    ]);
  });

  it('reports a shape that nothing reads any more', () => {
    expect(findUnread('0.0.9', { 'upgrade_runs.forgotten': { any: {} } })).toEqual([
      'upgrade_runs.forgotten: 0.0.9 stored it, and nothing reads it',
    ]);
  });

  it('reports a change that is not recorded, and one that leaves out a field', () => {
    expect(findUnrecorded(newest, change({ ...plans.annually, setup_fee: null }))).toEqual([
      expect.stringContaining('upgrade_runs.plan is written differently'),
    ]);
    expect(findLost(newest, change({ ...plans.annually, setup_fee: null }))).toEqual([]);
    expect(findLost(newest, change(withoutPrice))).toEqual([
      'upgrade_runs.plan, annually: the release before may not be able to read it',
    ]);
    expect(findLost(newest, change({ ...withoutPrice, price: Number(price) }))).toHaveLength(1);
  });
});
