import { NativeSelect, Table, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MemberRisk, memberRisks } from '#shared/contract/security/list-members-at-risk.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { choiceParam, present, readSecuritySearch, type SecuritySearch } from '../../search-params.ts';

/** The accounts that need attention, by what is wrong with them, and what to do about it. */
export const MembersAtRisk = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { q, risk = 'no_second_factor', page = 1 } = useSearch({ from: '/shell/dashboard/security' });
  const navigate = useNavigate({ from: '/dashboard/security' });
  const change = (given: { [Key in keyof SecuritySearch]?: unknown }) =>
    void navigate({
      search: (previous) => readSecuritySearch({ ...previous, page: undefined, ...given }),
      replace: true,
    });
  const list = usePagedQuery(
    (slice) =>
      trpc.security.listMembersAtRisk.queryOptions({ tenant_id: me.tenant_id, risk, ...slice, ...present({ q }) }),
    { page, onPage: (next) => change({ page: next }) },
  );
  return (
    <div className="surface">
      <ListFilters label={t('security.overview.members.search')} q={q} onSearch={(text) => change({ q: text })} set={1}>
        <NativeSelect
          aria-label={t('security.overview.members.filter')}
          value={risk}
          data={memberRisks.map((value) => ({ value, label: t(`security.overview.risks.${value}.label`) }))}
          w={{ base: '100%', xs: 296 }}
          onChange={(event) => change({ risk: choiceParam(event.currentTarget.value, memberRisks) })}
        />
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {richText(
            {
              policies: (
                <AnchorLink {...paths.organizationSection('second-factor')} inherit underline="always">
                  {t('security.overview.risks.policies')}
                </AnchorLink>
              ),
            },
            (marks) => t(`security.overview.risks.${risk}.advice`, marks),
          )}
        </Text>
      </ListFilters>
      <PagedTable
        list={list}
        subject={t('security.overview.members.what')}
        counted={(count) => t('security.overview.members.counted', { count })}
        empty={
          <EmptyState icon={<IconShieldCheck />} title={t('security.overview.members.none.title')}>
            {t(q === undefined ? `security.overview.risks.${risk}.none` : 'security.overview.members.none.text')}
          </EmptyState>
        }
        label={t('security.overview.members.table')}
        head={
          <>
            <Table.Th w="40%">{t('security.overview.members.columns.name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('security.overview.members.columns.why')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('security.overview.members.columns.lastLogin')}</Table.Th>
            <Table.Th>{t('security.overview.members.columns.next')}</Table.Th>
          </>
        }
      >
        {({ members }) =>
          members.map(({ user_id, name, email, last_login }) => (
            <Table.Tr key={user_id} className="linked-row">
              <Table.Td>
                <RowText detail={email}>
                  <AnchorLink {...paths.member(user_id)} size="sm" fw={600} className="row-link">
                    {name}
                  </AnchorLink>
                </RowText>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {t(`security.overview.risks.${risk}.why`)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{t(`security.overview.risks.${risk}.why`)}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Timestamp value={last_login} />
              </Table.Td>
              <Table.Td>
                <NextStep risk={risk} userId={user_id} isOwn={user_id === me.user_id} name={name} />
              </Table.Td>
            </Table.Tr>
          ))
        }
      </PagedTable>
    </div>
  );
};

interface NextStepProps {
  risk: MemberRisk;
  userId: string;
  /** It is the account of who looks at the list. */
  isOwn: boolean;
  name: string;
}

/** Leads to where one can do something about an account. */
const NextStep = ({ risk, userId, isOwn, name }: NextStepProps) => {
  const { t } = useTranslation();
  const whose = isOwn ? 'own' : 'others';
  const own = {
    no_second_factor: paths.ownSecondFactor,
    unverified: paths.profileTab('email'),
    dormant: paths.profile,
  };
  const others = {
    no_second_factor: paths.memberSection(userId, 'sign-in'),
    unverified: paths.memberSection(userId, 'account'),
    dormant: paths.member(userId),
  };
  const label = t(`security.overview.risks.${risk}.${whose}`);
  return (
    <AnchorLink
      {...(isOwn ? own : others)[risk]}
      size="sm"
      aria-label={t('components.failure.both', { title: label, detail: name })}
    >
      {label}
    </AnchorLink>
  );
};
