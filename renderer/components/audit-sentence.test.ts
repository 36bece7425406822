import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import type { StoredDetails } from '#shared/contract/audit-details.ts';
import { type AuditAction, auditActionNames, auditActions } from '#shared/texts/audit.ts';
import type { ActionSpec } from '#shared/texts/audit-spec.ts';
import { type SentenceForm, templateOr } from '../languages/translate-or.ts';
import { actionLabel } from './audit-labels.ts';
import { detailFacts, eventSentence } from './audit-sentence.ts';

/** Their names say it: the step of an upgrade, the former owner, a button that was pressed. */
const untold: AuditAction[] = [
  'transferOwnership',
  ...(['startUpgradeRun', 'chooseUpgradePlan', 'orderUpgrade', 'upgradeInstance', 'upgradeServer'] as const),
  ...(['confirmUpgrade', 'revertUpgrade', 'reportUpgradeFinding', 'cancelUpgradeRun', 'closeUpgradeRun'] as const),
  ...(['upgradeToManaged', 'downgradeToUnmanaged', 'setPower'] as const),
];

const said = (action: AuditAction, details: StoredDetails, t = english) => eventSentence({ action, details }, t);

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
  ['setGuest', { guest: true }, 'Made a member a guest'],
  ['setGuest', { guest: false }, 'Ended a member’s guest access'],
  [
    'rollServiceAccountKey',
    { name: 'Deploy', kind: 'client_secret', overlap_hours: 24 },
    'Rolled the client secret “Deploy” of a service account',
  ],
  ['revokeServiceAccountKey', { name: 'Deploy', kind: 'api_key' }, 'Revoked the key “Deploy” of a service account'],
  ['revokeOtherSessions', { ended: 1 }, 'Signed out everywhere else (1 session)'],
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

  // Texts, whether something is so, and how many there are: each may choose another form of the sentence.
  const forms: [kind: string, details: StoredDetails, form: SentenceForm][] = [
    ['texts', Object.fromEntries(names.map((name, at) => [name, `Value${at}`])), {}],
    ...([true, false] as const).map((isSo): (typeof forms)[number] => [
      `${isSo}`,
      Object.fromEntries(names.map((name) => [name, isSo])),
      { context: isSo ? 'yes' : 'no' },
    ]),
    ...([1, 2] as const).map((count): (typeof forms)[number] => [
      `${count}`,
      Object.fromEntries(names.map((name) => [name, count])),
      { count },
    ]),
  ];

  test.each(forms)('a row is one sentence in both languages, with details that are %s', (_, details, form) => {
    const mentioned = [english, german].map((t) => {
      const sentence = said(action, details, t);
      expect(sentence).not.toMatch(/\{\{|\}\}|undefined|·|\(.*: /);
      const template = templateOr(t, `audit.sentences.${action}`, '', form);
      if (template !== '' && action !== 'updatePolicies') expect(sentence).not.toBe(actionLabel(action, t));
      return [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    });
    expect(mentioned[0]).toEqual(mentioned[1]);
    // The policies are listed in the contract.
    const told = action === 'updatePolicies' ? [] : (mentioned[0] ?? []);
    expect(told.filter((name) => !['changes', ...names].includes(name ?? ''))).toEqual([]);
  });
});

test('a row whose details tell more than its name says them, if they are words for people', () => {
  // A name, a role, a place or a person: whoever reads the log asks for these.
  const asked = /^(?:role|workspace|group|new_email|name|device|from|to|changed)$/;
  const silent = auditActionNames.filter((action) => {
    const spec: ActionSpec = auditActions[action];
    return (
      spec.details?.some((name) => asked.test(name)) &&
      templateOr(english, `audit.sentences.${action}`, '', { context: 'yes', count: 2 }) === ''
    );
  });
  expect(silent).toEqual(untold);
});

test('names each detail of an event, but no digest', () => {
  expect(detailFacts({ from: 'member', to: 'admin', erased_digest: 'x', valid: true }, english)).toEqual([
    { name: 'From', value: 'member' },
    { name: 'To', value: 'admin' },
    { name: 'Intact', value: 'yes' },
  ]);
});
