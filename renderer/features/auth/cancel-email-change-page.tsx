import { Alert, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLinkToken, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, MissingToken } from './auth-layout.tsx';

export const CancelEmailChangePage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.cancelEmailChange);
  const trpc = useTRPC();
  const cancel = useMutation(trpc.profile.cancelEmailChange.mutationOptions());
  return (
    <AuthCard
      title={t('auth.cancelEmailChange.title')}
      lead={t('auth.cancelEmailChange.lead')}
      footer={<AnchorLink {...paths.login}>{t('auth.back')}</AnchorLink>}
    >
      {token === undefined && <MissingToken />}
      {cancel.error && <FailureAlert failure={failureOf(cancel.error)} />}
      {cancel.data ? (
        <Alert
          color="verdigris"
          role="status"
          title={t('auth.cancelEmailChange.done')}
          icon={<IconCheck aria-hidden />}
        >
          {richText(
            {
              reset: (
                <AnchorLink {...paths.forgot} underline="always">
                  {t('auth.cancelEmailChange.reset')}
                </AnchorLink>
              ),
            },
            (marks) => t('auth.cancelEmailChange.next', marks),
          )}
        </Alert>
      ) : (
        token !== undefined && (
          <Button fullWidth autoFocus loading={cancel.isPending} onClick={() => cancel.mutate({ token })}>
            {t('auth.cancelEmailChange.action')}
          </Button>
        )
      )}
    </AuthCard>
  );
};
