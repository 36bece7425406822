import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { Breakable } from '../../components/breakable.tsx';
import { useNow } from '../../components/clock.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { isExpired } from '../../components/key-choices.ts';
import { KeyMenu } from '../../components/key-menu.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RollKeyDialog } from './roll-key-dialog.tsx';
import { type ApiKey, creationDisabledReason } from './security.logic.ts';

export const ApiKeysTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.listApiKeys.queryOptions());
  const [creating, creation] = useDisclosure();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [rolled, setRolled] = useState<ApiKey>();
  const refresh = () => queryClient.invalidateQueries(trpc.security.listApiKeys.pathFilter());
  return (
    <Section
      isTab
      title={t('security.keys.title')}
      lead={t('security.keys.lead')}
      actions={
        <DisabledWithReason reason={creationDisabledReason(query.data?.total, t)}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creation.open}>
            {t('security.create.action')}
          </Button>
        </DisabledWithReason>
      }
    >
      <QueryBoundary state={query} subject={t('security.keys.what')}>
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <EmptyState icon={<IconKey />} title={t('security.keys.none.title')}>
              {t('security.keys.none.text')}
            </EmptyState>
          ) : (
            <KeyTable keys={api_keys} onRevoke={setRevoking} onRoll={setRolled} />
          )
        }
      </QueryBoundary>
      <CreateKeyDialog me={me} opened={creating} onClose={creation.close} onCreated={refresh} />
      <RollKeyDialog rolled={rolled} onClose={() => setRolled(undefined)} onCreated={refresh} />
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t('security.revoke.title', { name: revoking?.name })}
        consequences={[t('security.revoke.refused'), t('security.revoke.final')]}
        action={t('security.revoke.confirm')}
        onConfirm={async () => {
          if (!revoking) return;
          await client.security.revokeApiKey.mutate({ key_id: revoking.key_id });
          notifyDone(t('security.revoke.done'));
          await refresh();
        }}
      />
    </Section>
  );
};

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
  onRoll: (key: ApiKey) => void;
}

const KeyTable = ({ keys, onRevoke, onRoll }: KeyTableProps) => {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <DataTable
      label={t('security.keys.title')}
      head={
        <>
          <Table.Th w="36%">{t('security.keys.columns.name')}</Table.Th>
          <Table.Th visibleFrom="sm" w="24%">
            {t('security.keys.columns.scopes')}
          </Table.Th>
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
            <RowText detail={`${key.prefix}…`}>{key.name}</RowText>
            <Text size="xs" c="dimmed" hiddenFrom="sm" className="break-anywhere">
              <Breakable text={key.scopes.join(', ')} />
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Text size="xs" className="row-detail" title={key.scopes.join(', ')}>
              {key.scopes.join(', ')}
            </Text>
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
