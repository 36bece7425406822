import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Facts } from '../../components/facts.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SignInList } from '../../components/sign-in-list.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { accessDisabledReason, type Member, signInPageSize } from './team.logic.ts';

/** How a member signs in, and when they did or failed to, for users who may manage sessions. */
export const MemberSignIn = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  return (
    <RestrictedSection id="sign-in" title={t('team.signIn.title')} disabledReason={accessDisabledReason(me, member, t)}>
      <SignIn me={me} member={member} />
    </RestrictedSection>
  );
};

const SignIn = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const trpc = useTRPC();
  const query = useQuery(trpc.team.getMemberAccess.queryOptions(target));
  const [page, onPage] = useState(1);
  const list = usePagedQuery((slice) => trpc.sessions.listMemberSignIns.queryOptions({ ...target, ...slice }), {
    page,
    onPage,
    pageSize: signInPageSize,
  });
  return (
    <QueryBoundary state={query} subject={t('team.signIn.what')}>
      {({ authenticator, passkeys }) => (
        <Stack gap="md">
          <Facts
            cols={2}
            rows={[
              { name: t('team.signIn.authenticator'), value: t(authenticator ? 'team.signIn.on' : 'team.signIn.off') },
              { name: t('team.signIn.passkeys'), value: t('team.signIn.passkeyCount', { count: passkeys }) },
            ]}
          />
          <div>
            <Text size="xs" c="dimmed">
              {t('components.signIns.title')}
            </Text>
            <SignInList list={list} />
          </div>
        </Stack>
      )}
    </QueryBoundary>
  );
};
