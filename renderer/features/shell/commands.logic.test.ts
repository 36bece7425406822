import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { paths } from '../../paths.ts';
import { findCommands } from './command-matches.logic.ts';
import { commandsFor, isSearchable } from './commands.logic.ts';

const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);
test('only operators find the page of the server', () => {
  const found = (isOperator: boolean) =>
    commandsFor(roleAlone('member'), 'en', english, isOperator).filter(({ id }) => id === 'page-server');
  expect(found(false)).toEqual([]);
  expect(found(true)).toMatchObject([{ label: 'Server', action: { type: 'go', link: paths.installation } }]);
});

const owner = commandsFor(roleAlone('owner'), 'en', english);
const found = (query: string, commands = owner) => labels(findCommands(commands, query));

describe('the commands of the search', () => {
  test('include only pages and actions that the role allows', () => {
    const member = commandsFor(roleAlone('member'), 'en', english).map(({ id }) => id);
    const refused = owner.map(({ id }) => id).filter((id) => !member.includes(id));
    expect(refused).toEqual([
      ...[
        'page-applications',
        'page-settings',
        'page-hosting',
        'page-mail',
        'page-security',
        'page-audit',
        'page-events',
      ],
      ...[
        'place-invitations',
        'place-groups',
        'place-accessReview',
        'place-mailServer',
        'place-teamSessions',
        'place-membersAtRisk',
      ],
      ...['place-costs', 'place-invoices', 'place-history', 'place-hostingSettings'],
      ...[
        'place-requiredSecondFactor',
        'place-confirmationPolicies',
        'place-passwordPolicies',
        'place-sessionPolicies',
      ],
      ...['place-invitationPolicies', 'place-retention', 'place-serviceAccounts'],
      ...['place-api', 'place-limits', 'place-backups', 'place-desktopApp', 'place-about'],
      ...[
        'action-invite',
        'action-newWorkspace',
        'action-newGroup',
        'action-newApplication',
        'action-newCustomRole',
        'action-failedSignIns',
        'action-lockouts',
        'action-exportAudit',
      ],
      ...[
        'action-exportCosts',
        'action-newServiceAccount',
        'action-renameOrganization',
        'action-upgradeServers',
        'action-payInvoice',
        'action-backUp',
      ],
    ]);
    expect(member).toEqual(expect.arrayContaining(['page-team', 'place-apiKeys', 'action-signOut', 'action-dark']));
  });

  test('offer other languages by their own names, but not the current one', () => {
    expect(found('language')).toEqual(['Language: Deutsch', 'Preferences']);
    expect(labels(findCommands(commandsFor(roleAlone('owner'), 'de', german), 'sprache'))).toEqual([
      'Sprache: English',
      'Einstellungen',
    ]);
  });

  test('all have different ids', () => {
    expect(new Set(owner.map(({ id }) => id)).size).toBe(owner.length);
  });
});

test('include results from the service from two letters on', () => {
  expect(['', ' ', 'a', ' a '].map(isSearchable)).toEqual([false, false, false, false]);
  expect(isSearchable('an')).toBe(true);
});
