import { NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ password_min_length: true, refuse_common_passwords: true }).required();

export const PasswordPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { password_min_length, refuse_common_passwords } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { password_min_length, refuse_common_passwords });
  const title = t('settings.organization.passwords.title');
  return (
    <Section id="passwords" title={title} lead={t('settings.organization.passwords.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <NumberInput
          label={t('settings.organization.passwords.length')}
          description={t('settings.organization.range', policyLimits.passwordMinLength)}
          allowDecimal={false}
          clampBehavior="none"
          {...policyLimits.passwordMinLength}
          suffix={` ${t('settings.organization.passwords.characters')}`}
          readOnly={readOnly}
          maw={340}
          {...form.getInputProps('password_min_length')}
        />
        <Switch
          label={t('settings.organization.passwords.common')}
          description={t('settings.organization.passwords.commonHint')}
          disabled={readOnly}
          {...form.getInputProps('refuse_common_passwords', { type: 'checkbox' })}
        />
      </OperationForm>
    </Section>
  );
};
