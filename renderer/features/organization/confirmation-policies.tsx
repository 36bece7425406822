import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ confirm_sensitive_changes: true }).required();

export const ConfirmationPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { confirm_sensitive_changes } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { confirm_sensitive_changes });
  const title = t('settings.organization.confirmations.title');
  return (
    <Section id="confirmations" title={title} lead={t('settings.organization.confirmations.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <Switch
          label={t('settings.organization.confirmations.always')}
          description={t('settings.organization.confirmations.alwaysHint')}
          disabled={readOnly}
          {...form.getInputProps('confirm_sensitive_changes', { type: 'checkbox' })}
        />
      </OperationForm>
    </Section>
  );
};
