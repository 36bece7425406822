import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { commandsFor, enoughToAsk, findCommands } from './commands.logic.ts';

const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);
const owner = commandsFor('owner', 'en', english);
const found = (query: string, commands = owner) => labels(findCommands(commands, query));

describe('what may be searched for', () => {
  test('a member is offered neither pages nor actions that their role refuses', () => {
    const member = labels(commandsFor('member', 'en', english));
    const refused = labels(owner).filter((label) => !member.includes(label));
    expect(refused).toEqual(['Hosting', 'Mail', 'Audit log', 'Settings', 'Invite people', 'New workspace']);
    expect(member).toEqual(expect.arrayContaining(['Team', 'Sign out', 'Keyboard shortcuts', 'Dark colours']));
  });

  test('other languages are offered by their own names, the present one is not', () => {
    expect(found('language')).toEqual(['Language: Deutsch']);
    expect(labels(findCommands(commandsFor('owner', 'de', german), 'sprache'))).toEqual(['Sprache: English']);
  });

  test('every command has an id of its own', () => {
    expect(new Set(owner.map(({ id }) => id)).size).toBe(owner.length);
  });
});

describe('what a query finds', () => {
  test('nothing typed shows everything, places first', () => {
    expect(found('')).toEqual(labels(owner));
    expect(owner[0]).toMatchObject({ group: 'pages', label: 'Dashboard', keys: ['g', 'd'] });
  });

  test.each([
    ['TEAM', ['Team', 'Invite people']],
    ['people  invite', ['Invite people']],
    ['log', ['Audit log', 'Sign out']],
    ['api key', ['Profile']],
    ['colour', ['Colours as the system', 'Light colours', 'Dark colours']],
    ['zzz', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test('marks on letters do not matter', () => {
    expect(found('ubersicht', commandsFor('owner', 'de', german))[0]).toBe('Übersicht');
  });
});

test('the service is asked from two letters on', () => {
  expect(['', ' ', 'a', ' a '].map(enoughToAsk)).toEqual([false, false, false, false]);
  expect(enoughToAsk('an')).toBe(true);
});
