import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { SecondFactorDialog, useSecondFactorOf } from './second-factor-dialog.tsx';
import { type Member, resetDisabledReason, secondFactorDisabledReason } from './team.logic.ts';

/** Whether a member uses two-factor authentication, and a reset for members who lost their device. */
export const MemberSecondFactor = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const disabledReason = secondFactorDisabledReason(me, member, t);
  const [resetting, reset] = useDisclosure();
  const query = useSecondFactorOf(me, member, disabledReason === undefined);
  const resetReason = resetDisabledReason(me, member, t);
  return (
    <RestrictedSection
      title={t('team.secondFactor.title')}
      {...(query.data?.enabled && resetReason === undefined && { lead: t('team.secondFactor.lead') })}
      disabledReason={disabledReason}
    >
      <QueryBoundary state={query} subject={t('team.secondFactor.what')}>
        {({ enabled }) => (
          <Group justify="space-between">
            <Text size="sm">{t(enabled ? 'team.secondFactor.enabled' : 'team.secondFactor.none')}</Text>
            {enabled && (
              <DisabledWithReason reason={resetReason}>
                <Button variant="default" leftSection={<IconShieldOff size={16} aria-hidden />} onClick={reset.open}>
                  {t('team.secondFactor.reset.action')}
                </Button>
              </DisabledWithReason>
            )}
            <SecondFactorDialog me={me} member={member} opened={resetting} onClose={reset.close} />
          </Group>
        )}
      </QueryBoundary>
    </RestrictedSection>
  );
};
