import { Alert, Badge, Group, NativeSelect, Table, Text, UnstyledButton } from '@mantine/core';
import { IconInbox, IconMailPause } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mailStatuses } from '#shared/contract/resources.ts';
import { useTRPC } from '../../api/context.tsx';
import { useMe } from '../../api/me.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { choiceParam, present } from '../../search-params.ts';
import { mailKindLabels, mailStatusColors, mailStatusLabels } from './mail.rules.ts';
import { MailPreview } from './mail-preview.tsx';
import { type MailSearch, readMailSearch } from './mail-search.ts';

const pageSize = 25;
const pollEvery = 20_000;

/** The outbox: what was sent, what waits, and what did not arrive. */
export const MailPage = () => {
  const me = useMe();
  const { q, status, page = 1, mail } = useSearch({ from: '/shell/dashboard/mail' });
  const navigate = useNavigate({ from: '/dashboard/mail' });
  const query = useQuery(
    useTRPC().mail.listMails.queryOptions(
      { tenant_id: me.tenant_id, limit: pageSize, offset: (page - 1) * pageSize, ...present({ q, status }) },
      { placeholderData: keepPreviousData, refetchInterval: pollEvery, trpc: { context: { background: true } } },
    ),
  );
  const change = (given: { [Key in keyof MailSearch]?: unknown }) =>
    void navigate({ search: (previous) => readMailSearch({ ...previous, ...given }), replace: true });
  const filtered = q !== undefined || status !== undefined;

  return (
    <Page title="Mail" lead="Every mail of your team, with what became of it.">
      {query.data?.delivery === 'kept' && (
        <Alert color="yellow" title="No mail server is set" icon={<IconMailPause aria-hidden />}>
          Mails are kept here instead of being sent. Open one to hand its link over in person.
        </Alert>
      )}
      <div className="surface">
        <Group p="md" gap="sm" role="search">
          <SearchInput
            label="Search by recipient or subject"
            value={q ?? ''}
            onSearch={(text) => change({ q: text, page: undefined })}
          />
          <NativeSelect
            aria-label="Filter by state"
            value={status ?? ''}
            data={[
              { value: '', label: 'Every state' },
              ...mailStatuses.map((value) => ({ value, label: mailStatusLabels[value] })),
            ]}
            onChange={(event) =>
              change({ status: choiceParam(event.currentTarget.value, mailStatuses), page: undefined })
            }
          />
        </Group>
        <Loadable state={query} what="The mails">
          {({ mails, total }) =>
            mails.length === 0 ? (
              <Empty icon={<IconInbox />} title={filtered ? 'No mail matches' : 'No mail yet'}>
                {filtered
                  ? 'Try another word or another state.'
                  : 'Invitations, verifications and password resets will show here.'}
              </Empty>
            ) : (
              <>
                <DataTable
                  label="Mails"
                  head={
                    <>
                      <Table.Th>Mail</Table.Th>
                      <Table.Th visibleFrom="md">Kind</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th visibleFrom="sm">Written</Table.Th>
                    </>
                  }
                >
                  {mails.map((row) => (
                    <Table.Tr key={row.mail_id}>
                      <Table.Td>
                        <UnstyledButton
                          onClick={() => change({ mail: row.mail_id })}
                          ta="left"
                          className="break-anywhere"
                        >
                          <Text component="span" display="block" size="sm" fw={500} c="var(--mantine-color-anchor)">
                            {row.subject}
                          </Text>
                          <Text component="span" display="block" size="xs" c="dimmed">
                            {row.to}
                          </Text>
                        </UnstyledButton>
                      </Table.Td>
                      <Table.Td visibleFrom="md">
                        <Text size="sm">{mailKindLabels[row.kind]}</Text>
                      </Table.Td>
                      <Table.Td>
                        <Badge color={mailStatusColors[row.status]}>{mailStatusLabels[row.status]}</Badge>
                      </Table.Td>
                      <Table.Td visibleFrom="sm">
                        <Timestamp value={row.created_at} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </DataTable>
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  what={total === 1 ? 'mail' : 'mails'}
                  onPage={(next) => change({ page: next })}
                />
              </>
            )
          }
        </Loadable>
      </div>
      <MailPreview me={me} mailId={mail} onClose={() => change({ mail: undefined })} />
    </Page>
  );
};
