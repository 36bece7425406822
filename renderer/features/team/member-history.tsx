import { Table, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { actorLabel } from '../../components/audit-labels.ts';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { type HistoryEvent, historyDetail, originText } from './history.logic.ts';
import { RestrictedSection } from './restricted-section.tsx';
import { historyDisabledReason, historyPageSize, type Member } from './team.logic.ts';

/** Activity by and about a member, for users who may read the audit log. */
export const MemberHistory = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const disabledReason = historyDisabledReason(me, t);
  return (
    <RestrictedSection
      title={t('team.history.title')}
      lead={t('team.history.lead', { name: member.name })}
      actions={
        disabledReason === undefined && (
          <AnchorLink {...paths.activityOf(member.user_id)} size="sm">
            {t('team.history.byThem')}
          </AnchorLink>
        )
      }
      disabledReason={disabledReason}
    >
      <History me={me} member={member} />
    </RestrictedSection>
  );
};

const History = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const trpc = useTRPC();
  const list = usePagedQuery(
    (slice) => trpc.audit.listAuditEvents.queryOptions({ tenant_id: me.tenant_id, target: member.user_id, ...slice }),
    { page, onPage: setPage, pageSize: historyPageSize },
  );
  return (
    <PagedTable
      list={list}
      subject={t('team.history.what')}
      counted={(count) => t('team.history.counted', { count })}
      empty={
        <EmptyState icon={<IconHistory />} title={t('team.history.none.title')}>
          {t('team.history.none.text')}
        </EmptyState>
      }
      label={t('team.history.table', { name: member.name })}
      head={
        <>
          <Table.Th>{t('team.history.columns.what')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('team.history.columns.who')}</Table.Th>
          <Table.Th>{t('team.history.columns.when')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('team.history.columns.from')}</Table.Th>
        </>
      }
    >
      {({ events }) => events.map((event) => <HistoryRow key={event.sequence} event={event} />)}
    </PagedTable>
  );
};

const HistoryRow = ({ event }: { event: HistoryEvent }) => {
  const { t } = useTranslation();
  const origin = originText(event, t);
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={historyDetail(event, t)}>{t(`audit.actions.${event.action}`)}</RowText>
        <Text size="xs" c="dimmed" className="break-anywhere" hiddenFrom="sm">
          {[actorLabel(event, t), origin].filter((part) => part !== '').join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" className="break-anywhere">
          {actorLabel(event, t)}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Timestamp value={event.at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="xs" c="dimmed" className="one-line" maw="28ch" title={origin}>
          {origin || '–'}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};
