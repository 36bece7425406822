import type { InputOf, OperationName } from '#main/service-commands/operations.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import { isTableName, type TableName } from '#main/storage/database/deletion-cascades.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { verifyAuditLog } from './audit.ts';
import { onlyOnDatabaseServer } from './every-table.ts';
import { monthlyServer } from './hosting.ts';
import { firstStep } from './passkey-owner.ts';
import { countRows, type RecordedInstallation } from './schema-fixtures.ts';
import { nextCode } from './second-factor.ts';
import type { Person, TestService } from './test-service.ts';

const reads: readonly OperationSpec[] = Object.values(contract)
  .flatMap((operations): OperationSpec[] => Object.values(operations))
  .filter(({ http, auth }) => http.method === 'GET' && auth === 'bearer');

/** A value for each field that some read requires. */
const findFields = async (app: TestService, { tenantId: tenant_id, id, token }: Person) => {
  const { workspaces } = await app.call(contract.workspaces.listWorkspaces, { tenant_id }, { token });
  const { mails } = await app.call(contract.mail.listMails, { tenant_id }, { token });
  const { runs } = await app.call(contract.hosting.listUpgradeRuns, {}, { token });
  const { service_accounts } = await app.call(contract.serviceAccounts.listServiceAccounts, { tenant_id }, { token });
  const { groups } = await app.call(contract.groups.listGroups, { tenant_id }, { token });
  const { custom_roles } = await app.call(contract.customRoles.listCustomRoles, { tenant_id }, { token });
  const { applications } = await app.call(contract.applications.listApplications, { tenant_id }, { token });
  const { invitations } = await app.call(contract.team.listInvitations, { tenant_id }, { token });
  const { api_keys } = await app.call(contract.security.listApiKeys, {}, { token });
  const { passkeys } = await app.call(contract.security.listPasskeys, {}, { token });
  const { invoices } = await app.call(contract.hosting.listInvoices, {}, { token });
  const { ip_addresses } = await app.call(contract.hosting.listIpAddresses, {}, { token });
  const { queues } = await app.call(contract.hosting.listUpgradeQueues, {}, { token });
  const { approvals } = await app.call(contract.hosting.listApprovals, {}, { token });
  const { destinations } = await app.call(contract.events.listEventDestinations, { tenant_id }, { token });
  const { months } = await app.call(contract.hosting.getCostHistory, {}, { token });
  return {
    tenant_id,
    user_id: id,
    user_ids: id,
    risk: 'no_second_factor',
    serviceid: monthlyServer,
    slug: workspaces[0]?.slug,
    sign_in_slug: 'own-page',
    mail_id: mails[0]?.mail_id,
    run_id: runs[0]?.run_id,
    run_ids: runs[0]?.run_id,
    month: months[0]?.month,
    account_id: service_accounts[0]?.account_id,
    group_id: groups[0]?.group_id,
    application_id: applications[0]?.application_id,
    role_id: custom_roles[0]?.role_id,
    holder_id: id,
    invitation_id: invitations[0]?.invitation_id,
    key_id: api_keys[0]?.key_id,
    passkey_id: passkeys[0]?.passkey_id,
    invoice_id: invoices[0]?.invoice_id,
    ip_id: ip_addresses[0]?.ip_id,
    queue_id: queues[0]?.queue_id,
    approval_id: approvals[0]?.approval_id,
    destination_id: destinations[0]?.destination_id,
  };
};

const mayLack = [
  'account_id',
  'application_id',
  'approval_id',
  'destination_id',
  'group_id',
  'invoice_id',
  'passkey_id',
  'role_id',
] as const;

/** Calls every operation that reads. Their answers fit the contract, or the call throws. */
const readEverything = async (app: TestService, person: Person): Promise<void> => {
  const found = await findFields(app, person);
  const fields = Object.entries(found);
  for (const operation of reads) {
    // Installations of earlier versions lack what came later, and their owners have no passkey.
    if (mayLack.some((name) => name in operation.input.shape && found[name] === undefined)) continue;
    const required = fields.filter(([name]) => operation.input.shape[name]?.safeParse(undefined).success === false);
    await app.call(operation, Object.fromEntries(required) as never, { token: person.token });
  }
};

const operate = <Name extends OperationName>(app: TestService, name: Name, input: InputOf<Name>): Promise<unknown> =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });

/**
 * Uses a recorded installation: people sign in, every operation that reads is called, the audit log is verified, and
 * everything that is sealed is opened and sealed with a new key.
 * @returns tables that have lost all their rows
 * @throws Error if something can't be read
 */
export const lookAround = async (app: TestService, recorded: RecordedInstallation): Promise<TableName[]> => {
  const { db, keys } = app.service.context;
  const counts = await countRows(db.read);
  const { auth, profile } = contract;
  const me = await app.call(profile.getMe, {}, { token: recorded.apiKey });
  const person = {
    ...recorded.owner,
    id: me.user_id,
    tenantId: me.tenant_id,
    name: me.name,
    token: '',
    refreshToken: '',
  };
  const owner = await app.login(person);
  await readEverything(app, owner);
  const { second_factor_token = '' } = await firstStep(app, recorded.admin);
  await app.call(auth.completeLogin, { second_factor_token, code: nextCode(app, recorded.admin.secret) });
  const verdict = await verifyAuditLog(app, owner.tenantId);
  if (!verdict.valid) throw new Error(`The audit log is broken at entry ${verdict.first_broken}`);
  const { kid } = keys.current;
  await operate(app, 'keys rotate', {});
  await operate(app, 'session end', { all: true });
  await operate(app, 'keys retire', { key: kid, reseal: true });
  return Object.keys(counts)
    .filter(isTableName)
    .filter(
      (table) => counts[table] === 0 && recorded.rows[table] && (db.isShared || !onlyOnDatabaseServer.has(table)),
    );
};
