import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { consoleTasks } from './console-tasks.ts';
import { findCommands } from './features/shell/command-matches.logic.ts';
import { commandsFor } from './features/shell/commands.logic.ts';
import { generalTasks, splitTask, taskId } from './features/shell/tasks.logic.ts';
import { memberCommands } from './features/team/member-commands.ts';

const spoken = { en: english, de: german };
const tasksIn = (language: 'en' | 'de', role: 'owner' | 'member' = 'owner') =>
  generalTasks(consoleTasks, roleAlone(role), spoken[language]);
const idsOf = (language: 'en' | 'de', query: string) =>
  findCommands(commandsFor(roleAlone('owner'), language, spoken[language], false, tasksIn(language)), query).map(
    ({ id }) => id,
  );

describe('the search finds each task by its words', () => {
  test.each([
    ['task-members-remove', 'remove member', 'mitglied entfernen'],
    ['task-members-password', 'reset password', 'passwort zurücksetzen'],
    ['task-members-transfer', 'transfer ownership', 'inhaberschaft übertragen'],
    ['action-exportMembers', 'export', 'exportieren'],
    ['task-members-role', 'change role', 'rolle ändern'],
    ['action-failedSignIns', 'failed sign-ins', 'fehlgeschlagene anmeldungen'],
    ['action-rotateKey', 'rotate key', 'schlüssel erneuern'],
    ['task-members-unlock', 'unlock', 'entsperren'],
    ['task-members-disable', 'disable', 'deaktivieren'],
    ['task-members-restore', 'restore account', 'konto wiederherstellen'],
    ['task-members-signOut', 'revoke sessions', 'sitzungen widerrufen'],
    ['task-invitations-resend', 'resend invitation', 'einladung erneut'],
    ['task-servers-upgrade', 'upgrade server', 'upgrade server'],
    ['task-servers-confirm', 'confirm upgrade', 'upgrade bestätigen'],
    ['task-servers-pay', 'pay invoice', 'rechnung bezahlen'],
    ['task-servers-tag', 'tag', 'tags'],
  ])('%s', (id, en, de) => {
    expect(idsOf('en', en)).toContain(id);
    expect(idsOf('de', de)).toContain(id);
  });
});

describe('a task with its object', () => {
  const split = (language: 'en' | 'de', query: string) => {
    const found = splitTask(tasksIn(language), query, spoken[language]('search.fillers'));
    return found && { ids: found.tasks.map(taskId), object: found.object };
  };

  test.each([
    ['en', 'disable anna', 'task-members-disable', 'anna'],
    ['en', 'Anna disable', 'task-members-disable', 'anna'],
    ['en', 'deactivate member 7', 'task-members-disable', 'member 7'],
    ['en', '2fa member 25', 'task-members-secondFactor', 'member 25'],
    ['en', 'member 25 2fa', 'task-members-secondFactor', 'member 25'],
    ['en', 'disable member 25', 'task-members-disable', 'member 25'],
    ['en', 'reset the password of bob@example.org', 'task-members-password', 'bob@example.org'],
    ['en', 'tag web-1', 'task-servers-tag', 'web-1'],
    ['de', 'anna deaktivieren', 'task-members-disable', 'anna'],
    ['de', 'rolle von anna ändern', 'task-members-role', 'anna'],
  ] as const)('in %s: %s', (language, query, id, object) => {
    const found = split(language, query);
    expect(found?.object).toBe(object);
    expect(found?.ids).toContain(id);
  });

  test('is neither a task alone nor a name alone', () => {
    expect(split('en', 'disable')).toBeUndefined();
    expect(split('en', 'anna')).toBeUndefined();
    expect(split('en', '')).toBeUndefined();
  });
});

test('every command of a member is a task, and only for those who may', () => {
  const named = tasksIn('en').filter(({ kind }) => kind === 'members');
  expect(['open', ...named.map(({ offer }) => offer.name)]).toEqual(memberCommands.list.map(({ name }) => name));
  const ids = tasksIn('en', 'member').map(taskId);
  expect(ids.filter((id) => id.startsWith('task-members'))).toEqual([]);
});
