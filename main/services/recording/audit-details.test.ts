import { describe, expect, it } from 'vitest';
import { catalogues } from '#e2e/support/texts.ts';
import { auditDetailNames } from '#shared/contract/audit-details.ts';
import { policyFields } from '#shared/contract/organization/resources.ts';
import type { DetailedAction } from './record-event.ts';

const spread = { role: 'member' };

/** Details that aren't exactly those of their action. None compiles. */
const misfits: readonly DetailedAction[] = [
  // @ts-expect-error a misspelled name
  { action: 'deleteAccount', details: { scheduled_deletoin: '2026-11-26' } },
  // @ts-expect-error a detail of another action
  { action: 'changeRole', details: { from: 'member', to: 'admin', slug: 'north' } },
  // @ts-expect-error a detail of another action, from an object that has more than it shows
  { action: 'deleteWorkspace', details: { slug: 'north', ...spread } },
  // @ts-expect-error one is missing
  { action: 'changeRole', details: { from: 'member' } },
  // @ts-expect-error all are missing
  { action: 'changeRole' },
  // @ts-expect-error an action without any
  { action: 'disableMember', details: { role: 'member' } },
  // @ts-expect-error a value that isn't plain
  { action: 'updateMe', details: { changed: ['name'] } },
];

describe('the details of the audit log', () => {
  it('compile only as those of their action', () => {
    expect(misfits).toHaveLength(7);
  });

  it('have a name for each policy and for what it was before', () => {
    const wanted = Object.keys(policyFields).flatMap((name) => [name, `${name}_before`]);
    expect(auditDetailNames).toEqual(expect.arrayContaining(wanted));
  });

  it('are all named in the console, and it names no others', () => {
    expect(Object.keys(catalogues.en.audit.names).toSorted()).toEqual(auditDetailNames.toSorted());
  });
});
