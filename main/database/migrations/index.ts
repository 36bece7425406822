import { accountsAndTeams } from './001-accounts-and-teams.ts';
import { auditLog } from './002-audit-log.ts';
import { secondFactorAndApiKeys } from './003-second-factor-and-api-keys.ts';
import { settings } from './004-settings.ts';
import { hosting } from './005-hosting.ts';
import { linkDisclosures } from './006-link-disclosures.ts';
import { personalData } from './007-personal-data.ts';
import { oneTimeTokens } from './008-one-time-tokens.ts';
import { purgeIndexes } from './009-purge-indexes.ts';
import { installation } from './010-installation.ts';
import { fairMail } from './011-fair-mail.ts';
import { disclosingSessions } from './012-disclosing-sessions.ts';
import { disabledAccounts } from './013-disabled-accounts.ts';
import { mailHold } from './014-mail-hold.ts';
import { hostingEvidence } from './015-hosting-evidence.ts';
import { organizationPolicies } from './017-organization-policies.ts';
import { hostingReading } from './021-hosting-reading.ts';
import { upgradeReminders } from './022-upgrade-reminders.ts';
import { hostingBudget } from './023-hosting-budget.ts';
import { tenantLogo } from './024-tenant-logo.ts';
import { upgradeWindows } from './025-upgrade-windows.ts';
import { upgradeQueues } from './026-upgrade-queues.ts';
import { passkeys } from './028-passkeys.ts';
import { indexesOfAMillion } from './029-indexes-of-a-million.ts';
import { instances } from './030-instances.ts';
import { schemaSupport } from './033-schema-support.ts';
import { publishedKeys } from './034-published-keys.ts';
import { hostingProviders } from './035-hosting-providers.ts';
import { immediateChanges } from './036-immediate-changes.ts';
import { auditOrigin } from './037-audit-origin.ts';
import { auditRetention } from './038-audit-retention.ts';
import { failedSignIns } from './042-failed-sign-ins.ts';
import { workspaceHistory } from './043-workspace-history.ts';
import { operators } from './044-operators.ts';
import { indexesOfOpenSessions } from './045-indexes-of-open-sessions.ts';
import type { OwnMigration } from './contraction.ts';

/**
 * All migrations by numbered name, oldest first. Never edit a released one. One that takes away what an earlier version
 * uses must be a `contraction`.
 */
export const migrations: Record<string, OwnMigration> = {
  '001-accounts-and-teams': accountsAndTeams,
  '002-audit-log': auditLog,
  '003-second-factor-and-api-keys': secondFactorAndApiKeys,
  '004-settings': settings,
  '005-hosting': hosting,
  '006-link-disclosures': linkDisclosures,
  '007-personal-data': personalData,
  '008-one-time-tokens': oneTimeTokens,
  '009-purge-indexes': purgeIndexes,
  '010-installation': installation,
  '011-fair-mail': fairMail,
  '012-disclosing-sessions': disclosingSessions,
  '013-disabled-accounts': disabledAccounts,
  '014-mail-hold': mailHold,
  '015-hosting-evidence': hostingEvidence,
  '017-organization-policies': organizationPolicies,
  '021-hosting-reading': hostingReading,
  '022-upgrade-reminders': upgradeReminders,
  '023-hosting-budget': hostingBudget,
  '024-tenant-logo': tenantLogo,
  '025-upgrade-windows': upgradeWindows,
  '026-upgrade-queues': upgradeQueues,
  '028-passkeys': passkeys,
  '029-indexes-of-a-million': indexesOfAMillion,
  '030-instances': instances,
  '033-schema-support': schemaSupport,
  '034-published-keys': publishedKeys,
  '035-hosting-providers': hostingProviders,
  '036-immediate-changes': immediateChanges,
  '037-audit-origin': auditOrigin,
  '038-audit-retention': auditRetention,
  '042-failed-sign-ins': failedSignIns,
  '043-workspace-history': workspaceHistory,
  '044-operators': operators,
  '045-indexes-of-open-sessions': indexesOfOpenSessions,
};
