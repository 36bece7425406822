import { NumberInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import type { Me } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input.pick({ session_idle_minutes: true, session_max_hours: true }).required();

export const SessionPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { session_idle_minutes, session_max_hours } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, { session_idle_minutes, session_max_hours });
  const { sessionIdleMinutes, sessionMaxHours } = policyLimits;
  const title = t('settings.organization.sessions.title');
  return (
    <Section id="sessions" title={title} lead={t('settings.organization.sessions.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={t('settings.organization.sessions.idle')}
            description={t('settings.organization.range', sessionIdleMinutes)}
            allowDecimal={false}
            clampBehavior="none"
            {...sessionIdleMinutes}
            suffix={` ${t('settings.organization.minutes')}`}
            readOnly={readOnly}
            {...form.getInputProps('session_idle_minutes')}
          />
          <NumberInput
            label={t('settings.organization.sessions.max')}
            description={t('settings.organization.sessions.maxHint')}
            placeholder={t('settings.organization.noLimit')}
            allowDecimal={false}
            clampBehavior="none"
            {...sessionMaxHours}
            suffix={` ${t('settings.organization.hours')}`}
            readOnly={readOnly}
            {...form.getInputProps('session_max_hours')}
            value={form.values.session_max_hours ?? ''}
            onChange={(value) => form.setFieldValue('session_max_hours', typeof value === 'number' ? value : null)}
          />
        </SimpleGrid>
      </OperationForm>
    </Section>
  );
};
