import { lifetimesMs, minute, passwordLimits } from './limits.ts';

/** The roles that invitations can have by default. Ownership is always given by name. */
export const defaultRoles = ['member', 'admin'] as const;
export type DefaultRole = (typeof defaultRoles)[number];

/**
 * DECISION 0135: how far owners may change the policies of their organization. Where a seed states a value, a policy can
 * only be stricter.
 */
export const policyLimits = {
  /** Seed 000 §5.5: at most 30 minutes. Less than 5 would sign people out while they read. */
  sessionIdleMinutes: { min: 5, max: lifetimesMs.idleLogout / minute },
  /** Seed 000 §8: a refresh token lives 30 days. */
  sessionMaxHours: { min: 1, max: 30 * 24 },
  invitationDays: { min: 1, max: 30 },
  secondFactorGraceDays: { min: 0, max: 90 },
  /** 0: none may be trusted. Far less than a device is known. */
  trustedDeviceDays: { min: 0, max: 90 },
  /** Seed 000 §8: at least 8 characters. */
  passwordMinLength: { min: passwordLimits.minLength, max: 64 },
  /** The daily email quotas are counted from stored emails. */
  mailRetentionDays: { min: 7, max: 365 },
  /** DECISION 0174: whoever takes over an owner's account can't delete the traces of it soon. */
  auditRetentionDays: { min: 90, max: 3650 },
  emailDomains: 50,
} as const;
