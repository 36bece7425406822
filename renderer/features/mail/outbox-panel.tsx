import { Anchor, NativeSelect, Table, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailStatuses } from '#shared/contract/mail/resources.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { RowStatus } from '../../components/row-status.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { choiceParam, type MailSearch, present, readMailSearch } from '../../search-params.ts';
import { type Mail, mailState, mailStatusColors } from './mail.logic.ts';
import { MailPreview } from './mail-preview.tsx';
import { useIsHeld } from './use-is-held.ts';

/** Sent, waiting and failed emails. */
export const OutboxPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { q, status, page = 1, mail } = useSearch({ from: '/shell/dashboard/mail' });
  const navigate = useNavigate({ from: '/dashboard/mail' });
  const trpc = useTRPC();
  const change = (given: { [Key in keyof MailSearch]?: unknown }) =>
    void navigate({ search: (previous) => readMailSearch({ ...previous, ...given }), replace: true });
  const isHeld = useIsHeld(me);
  const list = usePagedQuery(
    (slice) => trpc.mail.listMails.queryOptions({ tenant_id: me.tenant_id, ...slice, ...present({ q, status }) }),
    { page, onPage: (next) => change({ page: next }) },
  );
  const filtered = q !== undefined || status !== undefined;

  return (
    <>
      <div className="surface">
        <ListFilters
          label={t('mail.search')}
          q={q}
          onSearch={(text) => change({ q: text, page: undefined })}
          set={status === undefined ? 0 : 1}
        >
          <NativeSelect
            aria-label={t('mail.filter')}
            value={status ?? ''}
            data={[
              { value: '', label: t('mail.everyState') },
              ...mailStatuses.map((value) => ({ value, label: t(`mail.states.${value}`) })),
            ]}
            onChange={(event) =>
              change({ status: choiceParam(event.currentTarget.value, mailStatuses), page: undefined })
            }
          />
        </ListFilters>
        <PagedTable
          list={list}
          subject={t('mail.what')}
          counted={(count) => t('mail.counted', { count })}
          empty={
            <EmptyState
              icon={<IconInbox />}
              title={t(filtered ? 'mail.noMatch.title' : 'mail.none.title')}
              action={
                filtered && (
                  <ClearFilters onClear={() => change({ q: undefined, status: undefined, page: undefined })} />
                )
              }
            >
              {t(filtered ? 'mail.noMatch.text' : 'mail.none.text')}
            </EmptyState>
          }
          label={t('mail.table')}
          head={
            <>
              <Table.Th w="57%">{t('mail.columns.mail')}</Table.Th>
              <Table.Th visibleFrom="md">{t('mail.columns.kind')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('mail.columns.state')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('mail.columns.written')}</Table.Th>
            </>
          }
        >
          {({ mails }) =>
            mails.map((row) => (
              <MailRow key={row.mail_id} mail={row} isHeld={isHeld} onOpen={() => change({ mail: row.mail_id })} />
            ))
          }
        </PagedTable>
      </div>
      <MailPreview me={me} mailId={mail} onClose={() => change({ mail: undefined })} />
    </>
  );
};

const MailRow = ({ mail, isHeld, onOpen }: { mail: Mail; isHeld: boolean; onOpen: () => void }) => {
  const { t } = useTranslation();
  const state = (
    <RowStatus color={mailStatusColors[mail.status]}>{t(`mail.states.${mailState(mail.status, isHeld)}`)}</RowStatus>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={mail.to} onPhone={state}>
          <Anchor component="button" type="button" size="sm" fw={600} ta="left" onClick={onOpen}>
            {mail.subject}
          </Anchor>
        </RowText>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{t(`mail.kinds.${mail.kind}`)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{state}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Timestamp value={mail.created_at} />
      </Table.Td>
    </Table.Tr>
  );
};
