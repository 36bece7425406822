import { describe, expect, it } from 'vitest';
import { auditDetailNames } from '#shared/contract/audit-details.ts';
import { policyFields } from '#shared/contract/organization/resources.ts';
import type { NewAuditEvent } from './record-event.ts';

/** Details without a name that the console knows. None compiles. */
const misfits: Record<string, Pick<NewAuditEvent, 'details'>> = {
  // @ts-expect-error a misspelled name
  misspelled: { details: { scheduled_deletoin: '2026-11-26' } },
  // @ts-expect-error a name without a text
  unknown: { details: { favorite_color: 'green' } },
  // @ts-expect-error a value that isn't plain
  nested: { details: { changed: ['name'] } },
};

describe('the details of the audit log', () => {
  it('compile only with names that have a text', () => {
    expect(Object.keys(misfits)).toHaveLength(3);
  });

  it('have a name for each policy and for what it was before', () => {
    const wanted = Object.keys(policyFields).flatMap((name) => [name, `${name}_before`]);
    expect(wanted.filter((name) => !auditDetailNames.some((known) => known === name))).toEqual([]);
    expect(new Set(auditDetailNames).size).toBe(auditDetailNames.length);
  });
});
