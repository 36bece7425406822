import { Badge, Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../api/context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Page, Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { AddDestinationDialog } from './add-destination-dialog.tsx';
import { addDisabledReason, type Destination, hostOf, stateColors } from './events.logic.ts';

/** Where the events of the organization are sent. */
export const EventsPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const query = useQuery(useTRPC().events.listEventDestinations.queryOptions({ tenant_id: me.tenant_id }));
  const [adding, add] = useDisclosure();
  return (
    <Page title={t('events.title')}>
      <Section
        title={t('events.destinations')}
        lead={t('events.lead')}
        actions={
          <DisabledWithReason reason={addDisabledReason(query.data?.total, t)}>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add.open}>
              {t('events.add.action')}
            </Button>
          </DisabledWithReason>
        }
      >
        <QueryBoundary state={query} subject={t('events.what')}>
          {({ destinations }) =>
            destinations.length === 0 ? (
              <EmptyState icon={<IconWebhook />} title={t('events.none.title')}>
                {t('events.none.text')}
              </EmptyState>
            ) : (
              <Destinations destinations={destinations} />
            )
          }
        </QueryBoundary>
      </Section>
      <AddDestinationDialog me={me} opened={adding} onClose={add.close} />
    </Page>
  );
};

const Destinations = ({ destinations }: { destinations: readonly Destination[] }) => {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('events.destinations')}
      head={
        <>
          <Table.Th w="50%">{t('events.columns.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('events.columns.kind')}</Table.Th>
          <Table.Th>{t('events.columns.state')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('events.columns.delivered')}</Table.Th>
        </>
      }
    >
      {destinations.map((destination) => (
        <Table.Tr key={destination.destination_id} className="linked-row">
          <Table.Td>
            <RowText detail={hostOf(destination)}>
              <AnchorLink
                {...paths.eventDestination(destination.destination_id)}
                size="sm"
                fw={600}
                className="row-link"
              >
                {destination.name}
              </AnchorLink>
            </RowText>
          </Table.Td>
          <Table.Td visibleFrom="sm">{t(`events.kinds.${destination.kind}`)}</Table.Td>
          <Table.Td>
            {destination.state === 'working' ? (
              t('events.states.working')
            ) : (
              <Badge color={stateColors[destination.state]}>{t(`events.states.${destination.state}`)}</Badge>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {destination.last_delivered_at === null ? (
              t('common.never')
            ) : (
              <Timestamp value={destination.last_delivered_at} />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
};
