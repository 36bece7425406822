import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { listMemberApplications } from '#shared/contract/applications/list-member-applications.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { languageNames, pickLanguage } from '../../languages/languages.ts';
import { paths } from '../../paths.ts';
import type { Member } from './team.logic.ts';

type Listed = OutputOf<typeof listMemberApplications>;

/** The applications that a member may use, those that they gave access, and what these are told. Nothing without any. */
export const MemberApplications = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.applications.listMemberApplications.queryOptions(target));
  if (query.data?.applications.length === 0) return null;
  return (
    <Section title={t('applications.title')}>
      <QueryBoundary state={query} subject={t('applications.what')}>
        {({ applications, claims }) => (
          <Stack>
            <DataTable
              label={t('applications.of.table', { name: member.name })}
              head={
                <>
                  <Table.Th w="50%">{t('applications.one')}</Table.Th>
                  <Table.Th>{t('applications.of.access')}</Table.Th>
                </>
              }
            >
              {applications.map((application) => (
                <Table.Tr key={application.application_id}>
                  <Table.Td>
                    <AnchorLink
                      {...paths.application(application.application_id)}
                      size="sm"
                      fw={600}
                      className="break-anywhere"
                    >
                      {application.name}
                    </AnchorLink>
                  </Table.Td>
                  <Table.Td>
                    <Access application={application} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            {claims && <Told claims={claims} />}
          </Stack>
        )}
      </QueryBoundary>
    </Section>
  );
};

const Access = ({
  application: { kind, may_use, granted_at, last_used_at },
}: {
  application: Listed['applications'][number];
}) => {
  const { t } = useTranslation();
  return (
    <Text component="div" size="sm" c="dimmed">
      {!may_use && `${t('applications.of.mayNot')} `}
      {granted_at === null ? (
        t(kind === 'proxied' ? 'applications.of.asksNone' : 'applications.of.notYet')
      ) : (
        <>
          {t('applications.given.since')} <Timestamp value={granted_at} show="date" />
          {last_used_at !== null && (
            <>
              {' · '}
              {t('applications.given.lastUsed')} <Timestamp value={last_used_at} />
            </>
          )}
        </>
      )}
    </Text>
  );
};

const Told = ({ claims }: { claims: NonNullable<Listed['claims']> }) => {
  const { t } = useTranslation();
  const { name, email, email_verified, locale, zoneinfo, groups } = claims;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('applications.of.told')}
      </Text>
      <Facts
        rows={[
          { name: t('applications.of.name'), value: name },
          {
            name: t(email_verified ? 'applications.of.email' : 'applications.of.unverified'),
            value: email,
          },
          { name: t('applications.of.language'), value: languageNames[pickLanguage([locale])] },
          { name: t('applications.of.timeZone'), value: zoneinfo },
          { name: t('applications.of.groups'), value: <GroupNames names={groups} /> },
        ]}
      />
    </Stack>
  );
};

/** As applications get them, each on a line of its own: a name may contain a comma. */
const GroupNames = ({ names }: { names: readonly string[] }) => (
  <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </Stack>
);
