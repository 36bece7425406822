import { NativeSelect, NumberInput, SimpleGrid, Switch, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { defaultRoles, policyLimits } from '#shared/rules/policies.ts';
import type { Me } from '../../api/context.tsx';
import { listError } from '../../components/field-errors.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import type { Policies } from './policies.logic.ts';
import { usePolicyForm } from './use-policy-form.ts';

const schema = updatePolicies.input
  .pick({ default_role: true, invitation_days: true, email_domains: true, invitations_need_verified_email: true })
  .required();

export const InvitationPolicies = ({ me, policies }: { me: Me; policies: Policies }) => {
  const { t } = useTranslation();
  const { default_role, invitation_days, email_domains, invitations_need_verified_email } = policies;
  const { form, readOnly, ...state } = usePolicyForm(me, schema, {
    default_role,
    invitation_days,
    email_domains,
    invitations_need_verified_email,
  });
  const title = t('settings.organization.invitations.title');
  return (
    <Section id="invitations" title={title} lead={t('settings.organization.invitations.lead')}>
      <OperationForm {...state} label={title} action={t('settings.organization.save')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('settings.organization.invitations.role')}
            description={t('settings.organization.invitations.roleHint')}
            data={defaultRoles.map((value) => ({ value, label: t(`team.roles.${value}`) }))}
            disabled={readOnly}
            {...form.getInputProps('default_role')}
          />
          <NumberInput
            label={t('settings.organization.invitations.days')}
            description={t('settings.organization.range', policyLimits.invitationDays)}
            allowDecimal={false}
            clampBehavior="none"
            {...policyLimits.invitationDays}
            suffix={` ${t('settings.organization.days')}`}
            readOnly={readOnly}
            {...form.getInputProps('invitation_days')}
          />
        </SimpleGrid>
        <TagsInput
          label={t('settings.organization.invitations.domains')}
          description={t('settings.organization.invitations.domainsHint')}
          placeholder={form.values.email_domains.length === 0 ? t('settings.organization.invitations.anyDomain') : ''}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          clearable={!readOnly}
          readOnly={readOnly}
          {...form.getInputProps('email_domains')}
          error={listError(form.errors, 'email_domains')}
        />
        <Switch
          label={t('settings.organization.invitations.verified')}
          description={t('settings.organization.invitations.verifiedHint')}
          disabled={readOnly}
          {...form.getInputProps('invitations_need_verified_email', { type: 'checkbox' })}
        />
      </OperationForm>
    </Section>
  );
};
