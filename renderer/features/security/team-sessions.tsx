import { ActionIcon, Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconDevices, IconDevicesX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { deviceLabel } from '../../components/device.logic.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { SelectPageBox, SelectRowBox } from '../../components/select-boxes.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useSelectRow } from '../../components/use-select-row.ts';
import { paths } from '../../paths.ts';
import { present, readSecuritySearch, type SecuritySearch } from '../../search-params.ts';
import { chosenOf, peopleOf, revokeAll, type TeamSession } from './sessions.logic.ts';

/** The open sessions of everyone in the team, to end one or several. */
export const TeamSessions = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { tenant_id } = me;
  const { q, page = 1 } = useSearch({ from: '/shell/dashboard/security' });
  const navigate = useNavigate({ from: '/dashboard/security' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [ending, setEnding] = useState<readonly TeamSession[]>([]);
  /** What is no longer on the page is no longer chosen. */
  const change = (given: { [Key in keyof SecuritySearch]?: unknown }) => {
    setChosen(new Set());
    void navigate({
      search: (previous) => readSecuritySearch({ ...previous, page: undefined, ...given }),
      replace: true,
    });
  };
  const list = usePagedQuery(
    (slice) => trpc.sessions.listTeamSessions.queryOptions({ tenant_id, ...slice, ...present({ q }) }),
    { page, onPage: (next) => change({ page: next }) },
  );
  const revoke = useMutation(trpc.sessions.revokeMemberSession.mutationOptions());
  // Only what is listed can be chosen.
  const listed = list.data?.sessions ?? [];
  const selected = chosenOf(listed, chosen);
  const others = listed.filter(({ current }) => !current);
  const choose = (sessions: readonly TeamSession[], wanted: boolean) =>
    setChosen((before) => {
      const ids = sessions.map(({ session_id }) => session_id);
      return new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)));
    });
  const chooseRow = useSelectRow(others, ({ session_id }) => session_id, choose);
  const end = async () => {
    const { ended, errors } = await revokeAll(ending, ({ user_id, session_id }) =>
      revoke.mutateAsync({ tenant_id, user_id, session_id }),
    );
    if (ended > 0) notifyDone(t('security.overview.sessions.done', { count: ended }));
    if (errors.length > 0) notifyFailure(t('security.overview.sessions.notDone', { count: errors.length }), errors[0]);
    setChosen(new Set());
    await queryClient.invalidateQueries(trpc.sessions.pathFilter());
    await queryClient.invalidateQueries(trpc.security.pathFilter());
  };
  return (
    <div className="surface">
      <Group className="list-filters" role="search">
        <div className="list-search">
          <SearchInput
            label={t('security.overview.sessions.search')}
            value={q ?? ''}
            onSearch={(text) => change({ q: text })}
          />
        </div>
        {selected.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDevicesX size={16} aria-hidden />}
            onClick={() => setEnding(selected)}
          >
            {t('security.overview.sessions.revoke', { count: selected.length })}
          </Button>
        )}
      </Group>
      <PagedTable
        list={list}
        subject={t('security.overview.sessions.what')}
        counted={(count) => t('security.overview.sessions.counted', { count })}
        empty={
          <EmptyState icon={<IconDevices />} title={t('security.overview.sessions.none.title')}>
            {t('security.overview.sessions.none.text')}
          </EmptyState>
        }
        label={t('security.overview.sessions.table')}
        head={
          <>
            <Table.Th w={1} pe={0}>
              <SelectPageBox
                label={t('security.overview.sessions.selectAll')}
                selected={selected.length === 0 ? 'none' : selected.length === others.length ? 'all' : 'some'}
                onSelect={(all) => choose(others, all)}
              />
            </Table.Th>
            <Table.Th w="38%">{t('security.overview.members.columns.name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('security.overview.sessions.columns.device')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('audit.columns.from')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('components.session.lastActive')}</Table.Th>
            <Table.Th visibleFrom="xl">{t('components.session.started')}</Table.Th>
            <Table.Th w={1}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ sessions }) =>
          sessions.map((session) => (
            <SessionRow
              key={session.session_id}
              session={session}
              isChosen={chosen.has(session.session_id)}
              onChoose={(wanted, isRange) => chooseRow(session, wanted, isRange)}
              onEnd={() => setEnding([session])}
            />
          ))
        }
      </PagedTable>
      <ConfirmDialog
        opened={ending.length > 0}
        onClose={() => setEnding([])}
        title={t('security.overview.sessions.title', { count: ending.length })}
        consequences={[
          t('security.overview.sessions.signedOut', { count: peopleOf(ending), name: ending[0]?.name ?? '' }),
          t('components.session.unsaved'),
        ]}
        action={t('security.overview.sessions.action', { count: ending.length })}
        onConfirm={end}
      />
    </div>
  );
};

interface SessionRowProps {
  session: TeamSession;
  isChosen: boolean;
  onChoose: (wanted: boolean, isRange: boolean) => void;
  onEnd: () => void;
}

const SessionRow = ({ session, isChosen, onChoose, onEnd }: SessionRowProps) => {
  const { t } = useTranslation();
  const { user_id, name, email, ip_address, last_active, created_at, current } = session;
  const device = deviceLabel(session.device, t);
  return (
    <Table.Tr {...(isChosen && { 'data-selected': true })}>
      <Table.Td pe={0}>
        {!current && (
          <SelectRowBox
            label={t('security.overview.sessions.select', { name, device })}
            checked={isChosen}
            onSelect={onChoose}
          />
        )}
      </Table.Td>
      <Table.Td>
        <RowText detail={email}>
          <Group gap="xs" wrap="nowrap">
            <AnchorLink {...paths.member(user_id)} size="sm" fw={600} className="break-anywhere">
              {name}
            </AnchorLink>
            {current && <Badge size="sm">{t('components.session.this')}</Badge>}
          </Group>
        </RowText>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {device} · {ip_address} · <Timestamp value={last_active} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" className="one-line" title={device}>
          {device}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" className="one-line" title={ip_address}>
          {ip_address}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        <Timestamp value={last_active} />
      </Table.Td>
      <Table.Td visibleFrom="xl" style={{ whiteSpace: 'nowrap' }}>
        <Timestamp value={created_at} />
      </Table.Td>
      <Table.Td>
        {!current && (
          <ActionIcon
            className="remove-button"
            color="gray"
            aria-label={t('security.overview.sessions.end', { name, device })}
            onClick={onEnd}
          >
            <IconDevicesX size={18} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
