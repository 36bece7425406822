import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enableServiceAccount } from '#shared/contract/service-accounts/enable-service-account.ts';
import { serviceAccountLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { CommandItems } from '../../components/command-items.tsx';
import { offersFor } from '../../components/commands.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { CreateServiceAccountDialog, EditServiceAccountDialog } from './edit-dialog.tsx';
import { NewServiceKeyDialog } from './new-service-key-dialog.tsx';
import { type ServiceAccountCommand, serviceAccountCommands } from './service-account-commands.ts';
import { type ServiceAccount, tooManyAccounts } from './service-accounts.logic.ts';
import { ServiceKeysDialog } from './service-keys-dialog.tsx';

const enableSchema = enableServiceAccount.input.pick({ password: true });

/** A command, and the service account that it was chosen for. */
interface Task {
  name: ServiceAccountCommand;
  account: ServiceAccount;
}

/** What another feature shows of a service account. */
interface PanelProps {
  me: Me;
  customRoles: ComponentType<{ me: Me; holder: { id: string; name: string } }>;
}

/** Callers of the organization that aren't people. */
export const ServiceAccountsPanel = ({ me, customRoles: CustomRoles }: PanelProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { tenant_id } = me;
  const query = useQuery(
    trpc.serviceAccounts.listServiceAccounts.queryOptions({ tenant_id, limit: serviceAccountLimits.perTenant }),
  );
  const issuer = query.data?.issuer;
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<Pick<ServiceAccount, 'account_id' | 'name'>>();
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  const refresh = () => queryClient.invalidateQueries(trpc.serviceAccounts.pathFilter());
  const chosen = (name: ServiceAccountCommand) => (task?.name === name ? task.account : undefined);
  const isEmpty = query.data?.total === 0;
  const create = (
    <DisabledWithReason reason={tooManyAccounts(query.data?.total, t)}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
        {t('serviceAccounts.create.action')}
      </Button>
    </DisabledWithReason>
  );
  return (
    <Section isTab title={t('serviceAccounts.title')} lead={t('serviceAccounts.lead')} actions={!isEmpty && create}>
      <QueryBoundary state={query} subject={t('serviceAccounts.what')}>
        {({ service_accounts }) =>
          service_accounts.length === 0 ? (
            <EmptyState icon={<IconRobot />} title={t('serviceAccounts.none.title')} action={create}>
              {t('serviceAccounts.none.text')}
            </EmptyState>
          ) : (
            <AccountTable me={me} accounts={service_accounts} onStart={setTask} />
          )
        }
      </QueryBoundary>
      <CreateServiceAccountDialog
        me={me}
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={async (account) => {
          setCreating(false);
          setCreated(account);
          await refresh();
        }}
      />
      <NewServiceKeyDialog
        me={me}
        issuer={issuer}
        account={created}
        onClose={() => setCreated(undefined)}
        onCreated={refresh}
      />
      <EditServiceAccountDialog me={me} edited={chosen('edit')} onClose={close} onSaved={refresh} />
      <ServiceKeysDialog me={me} issuer={issuer} account={chosen('keys')} onClose={close} onChanged={refresh} />
      <Dialog
        opened={chosen('customRoles') !== undefined}
        onClose={close}
        size="xl"
        title={t('serviceAccounts.customRoles', { name: chosen('customRoles')?.name })}
      >
        {task && <CustomRoles me={me} holder={{ id: task.account.account_id, name: task.account.name }} />}
      </Dialog>
      <StatusDialogs me={me} task={task} onClose={close} onDone={refresh} />
    </Section>
  );
};

interface StatusDialogsProps {
  me: Me;
  task: Task | undefined;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** What happens to a service account as a whole. */
const StatusDialogs = ({ me, task, onClose, onDone }: StatusDialogsProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const of = { tenant_id: me.tenant_id, account_id: task?.account.account_id ?? '' };
  const done = async (text: string) => {
    notifyDone(text);
    await onDone();
  };
  const name = task?.account.name;
  return (
    <>
      <ConfirmDialog
        opened={task?.name === 'disable'}
        onClose={onClose}
        title={t('serviceAccounts.disable.title', { name })}
        consequences={[t('serviceAccounts.disable.refused')]}
        isReversible
        action={t('serviceAccounts.disable.action')}
        onConfirm={async () => {
          await client.serviceAccounts.disableServiceAccount.mutate(of);
          await done(t('serviceAccounts.disable.done'));
        }}
      />
      <FormDialog
        opened={task?.name === 'enable'}
        onClose={onClose}
        title={t('serviceAccounts.enable.title', { name })}
        action={t('serviceAccounts.enable.action')}
        operation={{
          schema: enableSchema,
          initialValues: { password: '' },
          fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
          submit: async (values) => {
            await client.serviceAccounts.enableServiceAccount.mutate({ ...of, ...values });
            await done(t('serviceAccounts.enable.done'));
            onClose();
          },
        }}
      >
        {(form) => (
          <>
            <Text size="sm">{t('serviceAccounts.enable.accepted')}</Text>
            <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
          </>
        )}
      </FormDialog>
      <ConfirmDialog
        opened={task?.name === 'delete'}
        onClose={onClose}
        title={t('serviceAccounts.delete.title', { name })}
        consequences={[t('serviceAccounts.delete.refused'), t('serviceAccounts.delete.final')]}
        action={t('serviceAccounts.delete.action')}
        onConfirm={async () => {
          await client.serviceAccounts.deleteServiceAccount.mutate(of);
          await done(t('serviceAccounts.delete.done'));
        }}
      />
    </>
  );
};

interface AccountTableProps {
  me: Me;
  accounts: readonly ServiceAccount[];
  onStart: (task: Task) => void;
}

const AccountTable = ({ me, accounts, onStart }: AccountTableProps) => {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('serviceAccounts.title')}
      head={
        <>
          <Table.Th w="40%">{t('serviceAccounts.columns.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('serviceAccounts.columns.role')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('serviceAccounts.columns.keys')}</Table.Th>
          <Table.Th>{t('serviceAccounts.columns.lastUsed')}</Table.Th>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {accounts.map((account) => (
        <Table.Tr key={account.account_id}>
          <Table.Td>
            <RowText detail={account.description}>
              {account.name}{' '}
              {account.status === 'disabled' && <Badge color="gray">{t('serviceAccounts.disabled')}</Badge>}
            </RowText>
          </Table.Td>
          <Table.Td visibleFrom="sm">{t(`team.roles.${account.role}`)}</Table.Td>
          <Table.Td visibleFrom="sm">{account.keys}</Table.Td>
          <Table.Td>{account.last_used ? <Timestamp value={account.last_used} /> : t('common.never')}</Table.Td>
          <Table.Td>
            <MoreMenu name={account.name}>
              <CommandItems
                offers={offersFor(serviceAccountCommands, me, account, t)}
                onStart={(name) => onStart({ name, account })}
              />
            </MoreMenu>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
};
