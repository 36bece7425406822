import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultPreferences } from '#shared/preferences.ts';
import { jsonColumn, StoredValueError, textColumn } from './stored-column.ts';
import { detailsOf, mailParamsColumn, preferencesOf, problemOf, scopesOf, sizesOf } from './stored-columns.ts';

const unreadable = ['', 'null', '[', '{"', '7', '[7]'];

describe('a stored column', () => {
  const column = jsonColumn('mails', 'params', z.object({ name: z.string() }));

  it('gives the value that its schema describes', () => {
    expect(column.read('{"name":"Ada","more":1}', 'mail_1')).toEqual({ name: 'Ada' });
    expect(column.readOr('{"name":"Ada"}', undefined)).toEqual({ name: 'Ada' });
    expect(textColumn('upgrade_runs', 'wanted', z.enum(['monthly'])).read('monthly', 'run_1')).toBe('monthly');
  });

  it('names table, column and row of what it cannot read, and never the value', () => {
    const read = (stored: string) => () => column.read(stored, 'mail_1');
    expect(read('{"name":7,"secret":"hunter2"}')).toThrow(
      new StoredValueError("mails.params of mail_1 can't be read: name.invalid_type"),
    );
    expect(read('hunter2')).toThrow(new StoredValueError("mails.params of mail_1 can't be read: not JSON"));
    expect(column.readOr('hunter2', null)).toBeNull();
  });
});

describe('what rows of other releases hold', () => {
  it('keeps the preferences that fit, and replaces the others by their defaults', () => {
    const { timezone, ...others } = defaultPreferences;
    const stored = { ...others, time_format: '12h', dashboard_layout: '', colour: 'red' };
    expect(preferencesOf({ preferences: JSON.stringify(stored) })).toEqual({
      ...defaultPreferences,
      timezone,
      time_format: '12h',
    });
    for (const preferences of unreadable) expect(preferencesOf({ preferences })).toEqual(defaultPreferences);
  });

  it('drops scopes that no longer exist: they grant nothing', () => {
    expect(scopesOf({ scopes: '["team.read","everything",7]' })).toEqual(['team.read']);
    for (const scopes of unreadable) expect(scopesOf({ scopes })).toEqual([]);
  });

  it('shows what cannot be read as not known', () => {
    const unknown = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
    for (const stored of unreadable) {
      expect(sizesOf({ sizes: stored })).toEqual(unknown);
      expect(detailsOf({ details: stored })).toEqual({});
      expect(problemOf({ problem: stored })).toBeNull();
      expect(() => mailParamsColumn.read(stored, 'mail_1')).toThrow(StoredValueError);
    }
    expect(problemOf({ problem: '{"reason":"forgotten","message":null,"at":"2026-01-01T00:00:00.000Z"}' })).toBeNull();
  });
});
