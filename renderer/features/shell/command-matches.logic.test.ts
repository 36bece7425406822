import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { findCommands, findSimilarCommands } from './command-matches.logic.ts';
import { type Command, commandsFor } from './commands.logic.ts';

const owner = commandsFor(roleAlone('owner'), 'en', english);
const spoken = commandsFor(roleAlone('owner'), 'de', german);
const named = (commands: readonly Command[]) =>
  commands.map(({ label, description }) => (description === undefined ? label : `${description}: ${label}`));
const found = (query: string, commands = owner) => named(findCommands(commands, query));
const similar = (query: string, commands = owner) => named(findSimilarCommands(commands, query));

describe('the matches of a query', () => {
  test('are pages and actions if nothing is typed, pages first', () => {
    expect(found('')).toEqual(named(owner.filter(({ group }) => group !== 'places')));
    expect(owner[0]).toMatchObject({ group: 'pages', label: 'Dashboard', keys: ['g', 'd'] });
  });

  test.each([
    [
      'TEAM',
      [
        'Team',
        'Team: Invitations',
        'Team: Groups',
        'Team: Roles',
        'Team: Access review',
        'Team: Custom roles',
        'Invite people',
        'Export members',
      ],
    ],
    ['people  invite', ['Invite people', 'Team: Invitations']],
    ['api key', ['Profile: API keys', 'My API keys']],
    ['color', ['Use light theme', 'Use dark theme', 'Use system theme']],
    ['zzz', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test('begin with the label that is the query, then labels that start with it, then words of a label', () => {
    expect(found('email').slice(0, 2)).toEqual(['Email', 'Profile: Email']);
    expect(found('invit').slice(0, 3)).toEqual(['Team: Invitations', 'Settings: Invitations', 'Invite people']);
    expect(found('log')[0]).toBe('Audit log');
    expect(found('log').indexOf('Sign out')).toBeGreaterThan(0);
    expect(found('server')[0]).toBe('Email: Mail server');
  });

  test.each([
    ...['2fa', 'mfa'].map((query): [string, string[]] => [
      query,
      ['Profile: Two-factor authentication', 'Security: Accounts at risk', 'Settings: Two-factor authentication'],
    ]),
    ['second factor', ['Profile: Two-factor authentication', 'Settings: Two-factor authentication']],
    ['smtp', ['Email: Mail server']],
    ['gdpr', ['Profile: Data', 'Export my data']],
    ['token', ['Profile: API keys', 'My API keys', 'Hosting: Provider settings', 'Settings: API']],
    ['idle', ['Settings: Sessions']],
    ['bills', ['Hosting: Invoices']],
  ])('%s finds what others call so', (query, expected) => {
    expect(found(query).toSorted()).toEqual(expected.toSorted());
  });

  test('contain the words in what one sees, not within keywords', () => {
    expect(found('pri')).toEqual([]);
    expect(found('factor auth')).toContain('Settings: Two-factor authentication');
    expect(found('board')).toEqual(['Dashboard', 'Keyboard shortcuts']);
  });

  test('ignore diacritics', () => {
    expect(found('ubersicht', spoken)[0]).toBe('Übersicht');
  });
});

describe('what is similar to a query', () => {
  test.each([
    ['invtie', 'Invite people'],
    ['setings', 'Settings'],
    ['recovry', 'Profile: Two-factor authentication'],
    ['authentcator', 'Profile: Two-factor authentication'],
    ['bakup', 'Settings: Backups'],
    ['workpsace', 'Workspaces'],
    ['sing out', 'Sign out'],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual([]);
    expect(similar(query)).toContain(expected);
    expect(similar(query).length).toBeLessThanOrEqual(5);
  });

  test('is found in German too', () => {
    expect(similar('einstelungen', spoken)).toContain('Einstellungen');
  });

  test('is nothing for words that resemble none', () => {
    expect(similar('nothing like this')).toEqual([]);
    expect(similar('zeppelin')).toEqual([]);
  });
});
