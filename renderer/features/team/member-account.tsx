import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { Breakable } from '../../components/breakable.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { verificationKey, wantsVerificationLink } from '../../components/verification.logic.ts';
import { LinkDialog, type Purpose, useMemberLink } from './link-dialog.tsx';
import { linkDisabledReason, type MemberDetails, verifyDisabledReason } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/** How a member gets back in: links to verify the address and to reset the password, emailed or to share in person. */
export const MemberAccount = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  // Until that is known, the dialog says whether an email was sent.
  const sendsEmail = useTenant(me)?.sends_email === true;
  const [purpose, setPurpose] = useState<Purpose>('reset_password');
  const [opened, dialog] = useDisclosure();
  const { email } = member;
  const disabledReason = linkDisabledReason(me, member, t);
  const verification = verificationKey(member);
  const isProved = verification === 'team.account.verified';
  const getsLink = wantsVerificationLink(member, sendsEmail);
  const link = useMemberLink(me, member);
  const refresh = useRefreshTeam();
  const vouch = useMutation(
    trpc.team.markEmailVerified.mutationOptions({
      onSuccess: async () => {
        notifyDone(t('team.account.vouched', { email }));
        await refresh();
      },
      onError: (error) => notifyFailure(t('team.account.notVouched'), error),
    }),
  );
  const send = (wanted: Purpose) =>
    link
      .mutateAsync(wanted)
      .then(() => notifyDone(t(`team.account.${wanted}.queued`, { email })))
      .catch((error: unknown) => notifyFailure(t('team.account.failed'), error));
  const start = (wanted: Purpose) => {
    setPurpose(wanted);
    if (sendsEmail) void send(wanted);
    else dialog.open();
  };
  const button = (wanted: Purpose, Icon: typeof IconKey) => (
    <DisabledWithReason reason={disabledReason}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={link.isPending && sendsEmail && purpose === wanted}
        onClick={() => start(wanted)}
      >
        {t(`team.account.${wanted}.${sendsEmail ? 'send' : 'get'}`)}
      </Button>
    </DisabledWithReason>
  );
  return (
    <Section id="account" title={t('team.account.title')}>
      <Stack gap="sm">
        {sendsEmail && <LinkReachNotice />}
        <Group justify="space-between">
          <Group gap="xs">
            <Text size="sm" className="break-anywhere">
              <Breakable text={email} />
            </Text>
            <Badge color={isProved ? 'verdigris' : member.email_verified ? 'blue' : 'gray'}>{t(verification)}</Badge>
          </Group>
          <Group gap="xs">
            {getsLink && button('verify_email', IconMailCheck)}
            {!member.email_verified && (
              <DisabledWithReason reason={verifyDisabledReason(me, member, t)}>
                <Button
                  size="xs"
                  variant="default"
                  loading={vouch.isPending}
                  onClick={() => vouch.mutate({ tenant_id: me.tenant_id, user_id: member.user_id })}
                >
                  {t('team.account.markVerified')}
                </Button>
              </DisabledWithReason>
            )}
          </Group>
        </Group>
        <Group justify="space-between">
          <Text size="sm">{t('team.account.password')}</Text>
          {button('reset_password', IconKey)}
        </Group>
      </Stack>
      <LinkDialog me={me} member={member} purpose={purpose} opened={opened} onClose={dialog.close} />
    </Section>
  );
};
