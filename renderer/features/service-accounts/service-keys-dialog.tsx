import { Button, Group, Stack, Table, VisuallyHidden } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { isExpired } from '../../components/key-choices.ts';
import { KeyMenu } from '../../components/key-menu.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { NewServiceKeyDialog } from './new-service-key-dialog.tsx';
import { type ServiceAccount, type ServiceAccountKey, tooManyKeys } from './service-accounts.logic.ts';

interface ServiceKeysDialogProps {
  me: Me;
  /** See {@link NewServiceKeyDialog}. */
  issuer: string | null | undefined;
  /** Undefined while the dialog is closed. */
  account: ServiceAccount | undefined;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

export const ServiceKeysDialog = ({ me, issuer, account, onClose, onChanged }: ServiceKeysDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={account !== undefined}
      onClose={onClose}
      size="xl"
      title={t('serviceAccounts.keys.title', { name: account?.name })}
    >
      {account && <ServiceKeys me={me} issuer={issuer} account={account} onChanged={onChanged} />}
    </Dialog>
  );
};

const ServiceKeys = ({
  me,
  issuer,
  account,
  onChanged,
}: {
  me: Me;
  issuer: string | null | undefined;
  account: ServiceAccount;
  onChanged: () => Promise<unknown>;
}) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const of = { tenant_id: me.tenant_id, account_id: account.account_id };
  const query = useQuery(useTRPC().serviceAccounts.listServiceAccountKeys.queryOptions(of));
  const [isCreating, setCreating] = useState(false);
  const [rolled, setRolled] = useState<ServiceAccountKey>();
  const [revoking, setRevoking] = useState<ServiceAccountKey>();
  const close = () => {
    setCreating(false);
    setRolled(undefined);
  };
  return (
    <Stack>
      <Group justify="flex-end">
        <DisabledWithReason reason={tooManyKeys(query.data?.total, t)}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {t('security.create.action')}
          </Button>
        </DisabledWithReason>
      </Group>
      <QueryBoundary state={query} subject={t('serviceAccounts.keys.what')}>
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState icon={<IconKey />} title={t('serviceAccounts.keys.none.title')}>
              {t('serviceAccounts.keys.none.text')}
            </EmptyState>
          ) : (
            <KeyTable keys={keys} onRoll={setRolled} onRevoke={setRevoking} />
          )
        }
      </QueryBoundary>
      <NewServiceKeyDialog
        me={me}
        issuer={issuer}
        account={isCreating || rolled ? account : undefined}
        rolled={rolled}
        onClose={close}
        onCreated={onChanged}
      />
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t('security.revoke.title', { name: revoking?.name })}
        consequences={[t('security.revoke.refused'), t('security.revoke.final')]}
        action={t('security.revoke.confirm')}
        onConfirm={async () => {
          if (!revoking) return;
          await client.serviceAccounts.revokeServiceAccountKey.mutate({ ...of, key_id: revoking.key_id });
          notifyDone(t(`serviceAccounts.keys.revoked.${revoking.kind}`));
          await onChanged();
        }}
      />
    </Stack>
  );
};

interface KeyTableProps {
  keys: readonly ServiceAccountKey[];
  onRoll: (key: ServiceAccountKey) => void;
  onRevoke: (key: ServiceAccountKey) => void;
}

const KeyTable = ({ keys, onRoll, onRevoke }: KeyTableProps) => {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <DataTable
      label={t('serviceAccounts.keys.table')}
      head={
        <>
          <Table.Th w="40%">{t('security.keys.columns.name')}</Table.Th>
          <Table.Th>{t('security.keys.columns.ends')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.keys.columns.lastUsed')}</Table.Th>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {keys.map((key) => (
        <Table.Tr key={key.key_id}>
          <Table.Td>
            <RowText detail={`${t(`serviceAccounts.keys.kinds.${key.kind}`)} · ${key.prefix}…`}>{key.name}</RowText>
          </Table.Td>
          <Table.Td>
            <Expiry expires_at={key.expires_at} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {key.last_used ? <Timestamp value={key.last_used} /> : t('common.never')}
          </Table.Td>
          <Table.Td>
            <KeyMenu
              name={key.name}
              onRoll={isExpired(key, now) ? undefined : () => onRoll(key)}
              onRevoke={() => onRevoke(key)}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
};
