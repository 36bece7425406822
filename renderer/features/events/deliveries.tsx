import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { patterns } from '../../paths.ts';
import { attemptText, type Delivery, type Destination, statusColors } from './events.logic.ts';

/** What was and will be sent to a destination. */
export const Deliveries = ({ me, destination }: { me: Me; destination: Destination }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { page = 1 } = useSearch({ from: `/shell${patterns.eventDestination}` });
  const navigate = useNavigate({ from: patterns.eventDestination });
  const target = { tenant_id: me.tenant_id, destination_id: destination.destination_id };
  const list = usePagedQuery((slice) => trpc.events.listEventDeliveries.queryOptions({ ...target, ...slice }), {
    page,
    onPage: (next) => void navigate({ search: next > 1 ? { page: next } : {}, resetScroll: false, replace: true }),
  });
  const replay = async ({ delivery_id }: Delivery) => {
    try {
      await client.events.replayEventDelivery.mutate({ ...target, delivery_id });
      await queryClient.invalidateQueries(trpc.events.pathFilter());
      notifyDone(t('events.replay.done'));
    } catch (error) {
      notifyFailure(t('events.replay.failed'), error);
    }
  };
  return (
    <Section title={t('events.deliveries.title')} lead={t('events.deliveries.lead')}>
      <PagedTable
        list={list}
        subject={t('events.deliveries.what')}
        counted={(count) => t('events.deliveries.counted', { count })}
        empty={
          <EmptyState icon={<IconSend />} title={t('events.deliveries.none.title')}>
            {t('events.deliveries.none.text')}
          </EmptyState>
        }
        label={t('events.deliveries.title')}
        head={
          <>
            <Table.Th w="46%">{t('events.columns.event')}</Table.Th>
            <Table.Th>{t('events.columns.state')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('events.columns.time')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ deliveries }) =>
          deliveries.map((delivery) => (
            <Table.Tr key={delivery.delivery_id}>
              <Table.Td>
                <RowText detail={attemptText(delivery, t)}>{delivery.type}</RowText>
              </Table.Td>
              <Table.Td>
                <Badge color={statusColors[delivery.status]}>{t(`events.statuses.${delivery.status}`)}</Badge>
                {delivery.attempts > 1 && (
                  <Text size="xs" c="dimmed">
                    {t('events.attempts', { count: delivery.attempts })}
                  </Text>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Timestamp value={delivery.ended_at ?? delivery.created_at} />
              </Table.Td>
              <Table.Td ta="right">
                {delivery.status !== 'waiting' && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => void replay(delivery)}
                    aria-label={t('events.replay.label', { position: delivery.position })}
                  >
                    {t('events.replay.action')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))
        }
      </PagedTable>
    </Section>
  );
};
