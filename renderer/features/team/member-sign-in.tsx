import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Facts } from '../../components/facts.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { accessDisabledReason, type Member, type MemberAccess } from './team.logic.ts';

/** How a member signs in, and the sign-ins that failed, for users who may manage sessions. */
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
  return (
    <QueryBoundary state={query} subject={t('team.signIn.what')}>
      {({ authenticator, passkeys, failed_sign_ins }) => (
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
              {t('team.signIn.failures.title')}
            </Text>
            {failed_sign_ins.length === 0 ? (
              <Text size="sm">{t('team.signIn.failures.none')}</Text>
            ) : (
              <Failures failures={failed_sign_ins} />
            )}
          </div>
        </Stack>
      )}
    </QueryBoundary>
  );
};

const Failures = ({ failures }: { failures: MemberAccess['failed_sign_ins'] }) => {
  const { t } = useTranslation();
  return (
    <RowList label={t('team.signIn.failures.title')}>
      {failures.map(({ last_at, step, ip_address, failures: count }) => (
        <li key={`${last_at} ${step} ${ip_address}`} className="list-row">
          <div style={{ flex: '1 1 180px' }}>
            <Text size="sm">{t(`team.signIn.failures.${step}`, { count })}</Text>
            <Text size="xs" c="dimmed" className="break-anywhere">
              {ip_address ?? t('team.signIn.failures.others')}
            </Text>
          </div>
          <Text size="sm" component="span">
            <Timestamp value={last_at} />
          </Text>
        </li>
      ))}
    </RowList>
  );
};
