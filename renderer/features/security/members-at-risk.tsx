import { Button, NativeSelect, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MemberRisk, memberRisks } from '#shared/contract/security/list-members-at-risk.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { notifyDone } from '../../components/notify.tsx';
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
          <EmptyState
            icon={<IconShieldCheck />}
            title={t(q === undefined ? 'security.overview.members.calm' : 'security.overview.members.none.title')}
          >
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
                <NextStep me={me} risk={risk} userId={user_id} name={name} />
              </Table.Td>
            </Table.Tr>
          ))
        }
      </PagedTable>
    </div>
  );
};

interface NextStepProps {
  me: Me;
  risk: MemberRisk;
  userId: string;
  name: string;
}

/** What ends the risk of an account, or leads to where one can. */
const NextStep = ({ me, risk, userId, name }: NextStepProps) => {
  const { t } = useTranslation();
  const step = (label: string, link: NavigateOptions) => (
    <AnchorLink {...link} size="sm" aria-label={t('components.failure.both', { title: label, detail: name })}>
      {label}
    </AnchorLink>
  );
  if (userId === me.user_id) {
    const own = {
      no_second_factor: paths.ownSecondFactor,
      unverified: paths.profileTab('email'),
      dormant: paths.profile,
    };
    return step(t(`security.overview.risks.${risk}.own`), own[risk]);
  }
  if (risk === 'unverified')
    return step(t('security.overview.risks.unverified.others'), paths.memberSection(userId, 'account'));
  if (risk === 'dormant' && may(me, 'team.manage')) return <Disable me={me} userId={userId} name={name} />;
  // Nobody can set it up for someone else.
  return risk === 'no_second_factor' && may(me, 'policies.manage')
    ? step(t('security.overview.risks.no_second_factor.others'), paths.organizationSection('second-factor'))
    : step(t('security.overview.risks.open'), paths.member(userId));
};

const Disable = ({ me, userId, name }: Omit<NextStepProps, 'risk'>) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [confirming, confirm] = useDisclosure();
  const disable = useMutation(trpc.team.disableMember.mutationOptions());
  const label = t('security.overview.risks.dormant.others');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('components.failure.both', { title: label, detail: name })}
        onClick={confirm.open}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={confirm.close}
        title={t('team.access.title', { name })}
        consequences={[t('team.access.signedOut'), t('team.access.keys'), t('team.access.stays')]}
        isReversible
        action={t('team.access.disable', { count: 1 })}
        onConfirm={async () => {
          await disable.mutateAsync({ tenant_id: me.tenant_id, user_id: userId });
          notifyDone(t('team.access.disabled', { name }));
          await queryClient.invalidateQueries(trpc.security.pathFilter());
          await queryClient.invalidateQueries(trpc.team.pathFilter());
        }}
      />
    </>
  );
};
