import { NumberInput, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input
  .pick({ second_factor_required: true, second_factor_grace_days: true, trusted_device_days: true })
  .required();

export const SecondFactorPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const own = useQuery(useTRPC().security.getSecondFactor.queryOptions());
  const { second_factor_required, second_factor_grace_days, trusted_device_days, second_factor_due_at } = policies;
  const { form, readOnly, reason, ...state } = usePolicyForm(me, schema, {
    second_factor_required,
    second_factor_grace_days,
    trusted_device_days,
  });
  const title = t('settings.organization.secondFactor.title');
  const lacksOwn = form.values.second_factor_required && own.data?.enabled === false;
  return (
    <Section id="second-factor" title={title} lead={t('settings.organization.secondFactor.lead')}>
      <OperationForm
        {...state}
        reason={reason ?? (lacksOwn ? t('settings.organization.secondFactor.ownFirst') : undefined)}
        label={title}
        action={t('settings.organization.save')}
      >
        <Switch
          label={t('settings.organization.secondFactor.required')}
          disabled={readOnly}
          {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('settings.organization.secondFactor.grace')}
          description={t('settings.organization.secondFactor.graceHint', policyLimits.secondFactorGraceDays)}
          allowDecimal={false}
          clampBehavior="none"
          {...policyLimits.secondFactorGraceDays}
          suffix={` ${t('settings.organization.days')}`}
          readOnly={readOnly}
          maw={340}
          {...form.getInputProps('second_factor_grace_days')}
        />
        <NumberInput
          label={t('settings.organization.secondFactor.trusted')}
          description={t('settings.organization.secondFactor.trustedHint', policyLimits.trustedDeviceDays)}
          allowDecimal={false}
          clampBehavior="none"
          {...policyLimits.trustedDeviceDays}
          suffix={` ${t('settings.organization.days')}`}
          readOnly={readOnly}
          maw={340}
          {...form.getInputProps('trusted_device_days')}
        />
        {second_factor_due_at && (
          <Text component="div" size="sm">
            {richText({ date: <Timestamp value={second_factor_due_at} show="absolute" /> }, (marks) =>
              t('settings.organization.secondFactor.due', marks),
            )}
          </Text>
        )}
      </OperationForm>
    </Section>
  );
};
