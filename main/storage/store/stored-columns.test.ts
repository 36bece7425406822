import { describe, expect, it } from 'vitest';
import { storedText } from '#e2e/support/stored-text.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { StoredValueError } from '../../platform/stored-shape.ts';
import { changedPreferences, detailsOf, preferencesOf, problemOf, scopesOf, sizesOf } from './stored-columns.ts';
import { mailParamsShape } from './stored-shapes.ts';

const unreadable = ['', 'null', '[', '{"', '7', '[7]'];

describe('what rows of other releases hold', () => {
  it('keeps the preferences that fit, and replaces the others by their defaults', () => {
    const { timezone, ...others } = defaultPreferences;
    const stored = { ...others, time_format: '12h', dashboard_layout: '', colour: 'red' };
    expect(preferencesOf({ preferences: storedText(JSON.stringify(stored)) })).toEqual({
      ...defaultPreferences,
      timezone,
      time_format: '12h',
    });
    for (const text of unreadable) expect(preferencesOf({ preferences: storedText(text) })).toEqual(defaultPreferences);
  });

  it('keeps the preferences that only a newer version knows when others change', () => {
    const row = { preferences: storedText<'users.preferences'>('{"language":"de","colour":"red"}') };
    const changed = changedPreferences(row, { language: 'fr' });
    expect(JSON.parse(changed)).toEqual({ language: 'fr', colour: 'red' });
    expect(preferencesOf({ preferences: changed })).toEqual({ ...defaultPreferences, language: 'fr' });
  });

  it('drops scopes that no longer exist: they grant nothing', () => {
    expect(scopesOf({ scopes: storedText('["team.read","everything",7]') })).toEqual(['team.read']);
    for (const text of unreadable) expect(scopesOf({ scopes: storedText(text) })).toEqual([]);
  });

  it('shows what cannot be read as not known', () => {
    const unknown = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };
    for (const text of unreadable) {
      expect(sizesOf({ sizes: storedText(text) })).toEqual(unknown);
      expect(detailsOf({ details: storedText(text) })).toEqual({});
      expect(problemOf({ problem: storedText(text) })).toBeNull();
      expect(() => mailParamsShape.read(storedText(text), 'mail_1')).toThrow(StoredValueError);
    }
    const forgotten = storedText<'upgrade_runs.problem'>(
      '{"reason":"forgotten","message":null,"at":"2026-01-01T00:00:00.000Z"}',
    );
    expect(problemOf({ problem: forgotten })).toBeNull();
  });
});
