import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { policyLimits } from '#shared/policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = contract.organization.updatePolicies.input.pick({ mail_retention_days: true }).required();

export const RetentionPolicies = ({ me, policies: { mail_retention_days } }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { mail_retention_days });
  const title = t('settings.organization.retention.title');
  return (
    <Section id="retention" title={title} lead={t('settings.organization.retention.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <NumberInput
          label={t('settings.organization.retention.mails')}
          description={t('settings.organization.range', policyLimits.mailRetentionDays)}
          allowDecimal={false}
          clampBehavior="none"
          {...policyLimits.mailRetentionDays}
          suffix={` ${t('settings.organization.days')}`}
          readOnly={readOnly}
          maw={340}
          {...form.getInputProps('mail_retention_days')}
        />
      </OperationForm>
    </Section>
  );
};
