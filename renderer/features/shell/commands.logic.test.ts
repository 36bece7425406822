import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { commandsFor, enoughToAsk, findCommands } from './commands.logic.ts';

const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);
const owner = commandsFor('owner', 'en', english);
const found = (query: string, commands = owner) => labels(findCommands(commands, query));

describe('the commands of the search', () => {
  test('include only pages and actions that the role allows', () => {
    const member = labels(commandsFor('member', 'en', english));
    const refused = labels(owner).filter((label) => !member.includes(label));
    expect(refused).toEqual(['Hosting', 'Email', 'Audit log', 'Settings', 'Invite people', 'New workspace']);
    expect(member).toEqual(expect.arrayContaining(['Team', 'Sign out', 'Keyboard shortcuts', 'Use dark theme']));
  });

  test('offer other languages by their own names, but not the current one', () => {
    expect(found('language')).toEqual(['Language: Deutsch']);
    expect(labels(findCommands(commandsFor('owner', 'de', german), 'sprache'))).toEqual(['Sprache: English']);
  });

  test('all have different ids', () => {
    expect(new Set(owner.map(({ id }) => id)).size).toBe(owner.length);
  });
});

describe('the matches of a query', () => {
  test('are everything if nothing is typed, pages first', () => {
    expect(found('')).toEqual(labels(owner));
    expect(owner[0]).toMatchObject({ group: 'pages', label: 'Dashboard', keys: ['g', 'd'] });
  });

  test.each([
    ['TEAM', ['Team', 'Invite people']],
    ['people  invite', ['Invite people']],
    ['log', ['Audit log', 'Sign out']],
    ['api key', ['Profile']],
    ['color', ['Use light theme', 'Use dark theme', 'Use system theme']],
    ['zzz', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test('ignore diacritics', () => {
    expect(found('ubersicht', commandsFor('owner', 'de', german))[0]).toBe('Übersicht');
  });
});

test('include results from the service from two letters on', () => {
  expect(['', ' ', 'a', ' a '].map(enoughToAsk)).toEqual([false, false, false, false]);
  expect(enoughToAsk('an')).toBe(true);
});
