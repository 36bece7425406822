import { Button } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Banner } from '../../components/banner.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';

/**
 * Asks to verify the address. Without a mail server, tells users who can see the outbox that the email is held there.
 */
export const VerificationBanner = ({ me: { email, role, tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const outbox = useQuery(
    trpc.mail.listMails.queryOptions({ tenant_id, status: 'queued', limit: 1 }, { enabled: may(role, 'mail.manage') }),
  );
  const isKept = outbox.data?.delivery === 'kept';
  const resend = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: () => notifyDone(t('dashboard.verification.sent')),
      onError: (error) => notifyFailure(t('dashboard.verification.failed'), error),
    }),
  );
  return (
    <Banner
      icon={IconMailQuestion}
      title={t('dashboard.verification.title')}
      text={t(isKept ? 'dashboard.verification.kept' : 'dashboard.verification.text', { email })}
      action={
        isKept ? (
          <ButtonLink {...paths.mail} size="xs" variant="default">
            {t('dashboard.verification.outbox')}
          </ButtonLink>
        ) : (
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
            {t('dashboard.verification.resend')}
          </Button>
        )
      }
    />
  );
};
