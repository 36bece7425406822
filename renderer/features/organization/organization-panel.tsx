import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ConfirmationPolicies } from './confirmation-policies.tsx';
import { EmailSignInPolicies } from './email-sign-in-policies.tsx';
import { IdentitySection } from './identity-form.tsx';
import { InvitationPolicies } from './invitation-policies.tsx';
import { InvitationTextSection } from './invitation-text-form.tsx';
import { PasswordPolicies } from './password-policies.tsx';
import { policiesDisabledReason } from './policies.logic.ts';
import { RetentionPolicies } from './retention-policies.tsx';
import { SecondFactorPolicies } from './second-factor-policies.tsx';
import { SessionPolicies } from './session-policies.tsx';
import { VerifiedEmailPolicies } from './verified-email-policies.tsx';

/** The name, logo and policies of the organization, which owners change. */
export const OrganizationPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().organization.getPolicies.queryOptions({ tenant_id: me.tenant_id }));
  const reason = policiesDisabledReason(me, t);
  return (
    <QueryBoundary state={query} subject={t('settings.organization.what')}>
      {(policies) => (
        <Stack gap="lg">
          {reason !== undefined && (
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
              {reason}
            </Alert>
          )}
          <IdentitySection me={me} />
          <SecondFactorPolicies me={me} policies={policies} />
          <VerifiedEmailPolicies me={me} policies={policies} />
          <EmailSignInPolicies me={me} policies={policies} />
          <ConfirmationPolicies me={me} policies={policies} />
          <PasswordPolicies me={me} policies={policies} />
          <SessionPolicies me={me} policies={policies} />
          <InvitationPolicies me={me} policies={policies} />
          <InvitationTextSection me={me} />
          <RetentionPolicies me={me} policies={policies} />
        </Stack>
      )}
    </QueryBoundary>
  );
};
