import { describe, expect, it } from 'vitest';
import { auditActionNames, auditActions, auditActors, auditTargetKinds } from './audit.ts';

describe('the texts of the audit log', () => {
  it('are a short phrase for every action', () => {
    expect(auditActionNames).toEqual(Object.keys(auditActions));
    for (const words of Object.values(auditActions)) expect(words).toMatch(/^[A-Z][^.]{3,60}$/);
  });

  it('use ids for actors without an account that no account can have', () => {
    for (const { id } of Object.values(auditActors)) expect(id).not.toContain('_');
    expect(new Set(auditTargetKinds).size).toBe(auditTargetKinds.length);
  });
});
