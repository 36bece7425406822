/** Kinds of actions, to filter the audit log by. */
export const auditGroups = [
  'sign_ins',
  'accounts',
  'protection',
  'team',
  'workspaces',
  'hosting',
  'email',
  'organization',
] as const;
export type AuditGroup = (typeof auditGroups)[number];

/** How an action ended. The log has no refused requests; the service's own log has. */
export const auditOutcomes = ['done', 'blocked'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export interface ActionSpec {
  /** Each row of the log reads "actor – this text – target". */
  readonly text: string;
  readonly group: AuditGroup;
  /** For what the service refused or ended because it looked like an attack. */
  readonly outcome?: 'blocked';
  /**
   * What a row tells besides actor, action and target: each name has a text in the console (`audit.names`), unless it ends
   * with `_digest`. With `?`, not every row has it.
   */
  readonly details?: readonly string[];
}
