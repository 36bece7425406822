import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ verified_email_required: true }).required();

export const VerifiedEmailPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { verified_email_required } = policies;
  const { form, readOnly, reason, ...state } = usePolicyForm(me, schema, { verified_email_required });
  const lacksOwn = form.values.verified_email_required && !me.email_verified;
  const title = t('settings.organization.verifiedEmail.title');
  return (
    <Section id="verified-email" title={title} lead={t('settings.organization.verifiedEmail.lead')}>
      <OperationForm
        {...state}
        reason={reason ?? (lacksOwn ? t('settings.organization.verifiedEmail.ownFirst') : undefined)}
        label={title}
        action={t('settings.organization.save')}
      >
        <Switch
          label={t('settings.organization.verifiedEmail.required')}
          disabled={readOnly}
          {...form.getInputProps('verified_email_required', { type: 'checkbox' })}
        />
      </OperationForm>
    </Section>
  );
};
