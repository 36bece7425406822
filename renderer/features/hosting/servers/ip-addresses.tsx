import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Section } from '../../../components/page.tsx';
import { PagedList, usePagedQuery } from '../../../components/paged-list.tsx';
import { EmptyState } from '../../../components/query-boundary.tsx';
import { RowList } from '../../../components/row-list.tsx';
import { useMoney, useRefreshHosting, useServerChoices } from '../use-hosting.ts';
import { IpAddressDialog } from './ip-address-dialog.tsx';
import { type IpAddress, manageDisabledReason, type Server } from './servers.logic.ts';

/** Dedicated addresses, each with its cost (seed 001 §1). */
export const IpAddresses = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const servers = useServerChoices();
  const [page, setPage] = useState(1);
  const list = usePagedQuery((slice) => trpc.hosting.listIpAddresses.queryOptions(slice), {
    page,
    onPage: setPage,
    pageSize: 50,
  });
  const [editing, setEditing] = useState<IpAddress | 'new'>();
  const [removing, setRemoving] = useState<IpAddress>();
  const currentOf = (address: IpAddress) =>
    list.data?.ip_addresses.find(({ ip_id }) => ip_id === address.ip_id) ?? address;
  const disabledReason = manageDisabledReason(me, t);
  return (
    <Section
      title={t('hosting.addresses.title')}
      lead={t('hosting.addresses.lead')}
      actions={
        <DisabledWithReason reason={disabledReason}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('hosting.addresses.add')}
          </Button>
        </DisabledWithReason>
      }
    >
      <PagedList
        list={list}
        subject={t('hosting.addresses.what')}
        counted={(count) => t('hosting.addresses.counted', { count })}
        isFlush
        hidesSinglePage
        empty={
          <EmptyState icon={<IconWorld />} title={t('hosting.addresses.none.title')}>
            {t('hosting.addresses.none.text')}
          </EmptyState>
        }
      >
        {({ ip_addresses }) => (
          <RowList label={t('hosting.addresses.title')}>
            {ip_addresses.map((address) => (
              <AddressRow
                key={address.ip_id}
                address={address}
                server={servers.find(({ serviceid: serviceId }) => serviceId === address.serviceid)}
                disabledReason={disabledReason}
                onEdit={() => setEditing(address)}
                onRemove={() => setRemoving(address)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {editing && (
        <IpAddressDialog
          address={editing === 'new' ? undefined : currentOf(editing)}
          servers={servers}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('hosting.addresses.remove.title', { address: removing?.address })}
        consequences={[t('hosting.addresses.remove.cost'), t('hosting.addresses.remove.provider')]}
        action={t('hosting.addresses.remove.action')}
        onConfirm={async () => {
          if (!removing) return;
          await client.hosting.removeIpAddress.mutate({ ip_id: removing.ip_id });
          notifyDone(t('hosting.addresses.remove.done', { address: removing.address }));
          await refresh();
        }}
      />
    </Section>
  );
};

interface AddressRowProps {
  address: IpAddress;
  server: Server | undefined;
  disabledReason: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

const AddressRow = ({
  address: { address, label, serviceid: serviceId, approximate_cost, is_unlisted },
  server,
  disabledReason,
  onEdit,
  onRemove,
}: AddressRowProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  return (
    <Box component="li" className="list-row">
      <Box flex="1 1 220px" miw={0}>
        <Text size="sm" fw={600} className="break-anywhere">
          {address}
        </Text>
        {is_unlisted && (
          <Text size="xs" c="orange">
            {t('hosting.addresses.unlisted')}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="break-anywhere">
          {[label, server?.label ?? serviceId ?? t('hosting.addresses.noServer')]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
      </Box>
      <Text size="sm" fw={600} {...(is_unlisted && { c: 'dimmed', td: 'line-through' })}>
        {money(approximate_cost)}
      </Text>
      {disabledReason === undefined && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon size="lg" onClick={onEdit} aria-label={t('hosting.addresses.editOf', { address })}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>

          <ActionIcon size="lg" onClick={onRemove} aria-label={t('hosting.addresses.removeOf', { address })}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Box>
  );
};
