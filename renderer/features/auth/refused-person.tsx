import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AskedOfPerson } from '../../api/application-requests.ts';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { useDecision } from './use-decision.ts';

/** For people of another organization, and those who may not use the application. */
export const RefusedPerson = ({ asked: { application, account }, uid }: { asked: AskedOfPerson; uid: string }) => {
  const { t } = useTranslation();
  const named = { application: application.name, email: account?.email ?? '' };
  const decision = useDecision(uid);
  return (
    <AuthCard
      title={t('auth.application.refused.title', named)}
      lead={t('auth.application.refused.text', named)}
      isNews
    >
      {decision.error && <FailureAlert failure={failureOf(decision.error)} />}
      <Stack gap="xs">
        <ButtonLink {...paths.interactionAsAnother(uid)} fullWidth>
          {t('auth.application.otherAccount')}
        </ButtonLink>
        <Button variant="default" fullWidth loading={decision.isPending} onClick={() => decision.mutate('refuse')}>
          {t('auth.application.refused.back', named)}
        </Button>
      </Stack>
    </AuthCard>
  );
};
