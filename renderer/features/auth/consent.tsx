import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AskedOfPerson } from '../../api/application-requests.ts';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { DecisionButtons, Learned, SignedInAs } from './consent-parts.tsx';
import { useDecision } from './use-decision.ts';

interface ConsentProps {
  asked: AskedOfPerson;
  uid: string;
}

/** Asks once whether an application may know someone, and says what it learns. */
export const Consent = ({ asked: { application, account, scopes }, uid }: ConsentProps) => {
  const { t } = useTranslation();
  const decision = useDecision(uid);
  const named = { application: application.name };
  return (
    <AuthCard title={t('auth.application.consent.title', named)} isNews>
      {account && (
        <SignedInAs account={account}>
          <AnchorLink {...paths.interactionAsAnother(uid)} size="sm">
            {t('auth.application.otherAccount')}
          </AnchorLink>
        </SignedInAs>
      )}
      <Learned lead={t('auth.application.consent.learns', named)} scopes={scopes} />
      <Text size="sm" c="dimmed">
        {t('auth.application.consent.never', named)}
      </Text>
      {decision.error && <FailureAlert failure={failureOf(decision.error)} />}
      <DecisionButtons
        decided={decision.isPending || decision.isSuccess ? decision.variables : undefined}
        onDecide={decision.mutate}
      />
    </AuthCard>
  );
};
