import { NumberInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ mail_retention_days: true, audit_retention_days: true }).required();

export const RetentionPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { mail_retention_days, audit_retention_days } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { mail_retention_days, audit_retention_days });
  const title = t('settings.organization.retention.title');
  return (
    <Section id="retention" title={title} lead={t('settings.organization.retention.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={t('settings.organization.retention.mails')}
            description={t('settings.organization.range', policyLimits.mailRetentionDays)}
            allowDecimal={false}
            clampBehavior="none"
            {...policyLimits.mailRetentionDays}
            suffix={` ${t('settings.organization.days')}`}
            readOnly={readOnly}
            {...form.getInputProps('mail_retention_days')}
          />
          <NumberInput
            label={t('settings.organization.retention.audit')}
            description={t('settings.organization.retention.auditHint', policyLimits.auditRetentionDays)}
            placeholder={t('settings.organization.retention.forever')}
            allowDecimal={false}
            clampBehavior="none"
            {...policyLimits.auditRetentionDays}
            suffix={` ${t('settings.organization.days')}`}
            readOnly={readOnly}
            {...form.getInputProps('audit_retention_days')}
            value={form.values.audit_retention_days ?? ''}
            onChange={(value) => form.setFieldValue('audit_retention_days', typeof value === 'number' ? value : null)}
          />
        </SimpleGrid>
      </OperationForm>
    </Section>
  );
};
