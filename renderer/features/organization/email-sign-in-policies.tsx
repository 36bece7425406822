import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ email_sign_in: true }).required();

export const EmailSignInPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { email_sign_in } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { email_sign_in });
  const title = t('settings.organization.emailSignIn.title');
  return (
    <Section id="email-sign-in" title={title} lead={t('settings.organization.emailSignIn.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <Switch
          label={t('settings.organization.emailSignIn.allowed')}
          disabled={readOnly}
          {...form.getInputProps('email_sign_in', { type: 'checkbox' })}
        />
      </OperationForm>
    </Section>
  );
};
