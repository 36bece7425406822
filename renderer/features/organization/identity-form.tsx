import { Button, Group, Image, Input, Select, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { updateTenant } from '#shared/contract/organization/update-tenant.ts';
import { logoTypes } from '#shared/rules/tenant-logo.ts';
import { type Me, useTenant, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { ChooseFile } from '../../components/choose-file.tsx';
import { systemClock } from '../../components/clock.ts';
import { timeZoneChoices } from '../../components/dates.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { AccentField } from './accent-field.tsx';
import { readLogo } from './logo-image.ts';
import { policiesDisabledReason } from './policies.logic.ts';
import { SignInAddressField } from './sign-in-address-field.tsx';

const schema = updateTenant.input
  .pick({ name: true, logo: true, accent: true, sign_in_slug: true, time_zone: true })
  .required();

interface Identity extends Record<string, unknown> {
  name: string;
  logo: string | null;
  accent: string | null;
  sign_in_slug: string | null;
  time_zone: string | null;
}

/** The name, logo, color, sign-in page and time zone of the organization, which owners change. */
export const IdentitySection = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const tenant = useTenant(me);
  return (
    <Section title={t('settings.organization.identity.title')} lead={t('settings.organization.identity.lead')}>
      {tenant && <IdentityForm me={me} identity={tenant} url={tenant.sign_in_url} />}
    </Section>
  );
};

interface IdentityFormProps {
  me: Me;
  identity: Identity;
  /** Of the sign-in page. */
  url: string | null;
}

const IdentityForm = ({ me, identity, url }: IdentityFormProps) => {
  const { name, logo, accent, sign_in_slug, time_zone } = identity;
  const { t } = useTranslation();
  const { tenant_id } = me;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const reason = policiesDisabledReason(me, t);
  const readOnly = reason !== undefined;
  const { form, ...state } = useOperationForm<Identity>({
    schema,
    stored: { name, logo, accent, sign_in_slug, time_zone },
    fieldOfCode: { SLUG_TAKEN: 'sign_in_slug' },
    recordedAs: { entries: [{ action: 'updateTenant' }] },
    submit: async (_values, changed) => {
      const saved = await client.organization.updateTenant.mutate({ tenant_id, ...changed });
      await storeAnswer(queryClient, trpc.organization.getTenant.queryKey({ tenant_id }), saved);
      notifyDone(t('settings.organization.identity.saved'));
    },
  });
  const zones = useMemo(() => timeZoneChoices(time_zone ?? me.preferences.timezone, systemClock()), [me, time_zone]);
  const choose = async (file: File) => {
    try {
      const image = await readLogo(file);
      if (image === undefined) form.setFieldError('logo', t('fields.image'));
      else form.setFieldValue('logo', image);
    } catch (error) {
      notifyFailure(t('settings.organization.identity.unreadable'), error);
    }
  };
  const chosen = form.values.logo;
  return (
    <OperationForm
      {...state}
      reason={reason}
      label={t('settings.organization.identity.title')}
      action={t('settings.organization.save')}
    >
      <TextInput
        label={t('settings.organization.identity.name')}
        readOnly={readOnly}
        maw={340}
        {...form.getInputProps('name')}
      />
      <Input.Wrapper
        label={t('settings.organization.identity.logo')}
        description={t('settings.organization.identity.logoHint')}
        error={form.errors.logo}
        labelElement="div"
      >
        <Group gap="sm" mt="xs">
          {chosen === null ? (
            <Text size="sm" c="dimmed">
              {t('settings.organization.identity.none')}
            </Text>
          ) : (
            <Image
              src={chosen}
              alt={t('settings.organization.identity.logo')}
              h={48}
              w="auto"
              maw={160}
              fit="contain"
            />
          )}
          {!readOnly && (
            <ChooseFile
              accept={logoTypes.join()}
              onChoose={(file) => void choose(file)}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('settings.organization.identity.choose')}
            </ChooseFile>
          )}
          {!readOnly && chosen !== null && (
            <Button variant="subtle" size="xs" color="red" onClick={() => form.setFieldValue('logo', null)}>
              {t('settings.organization.identity.remove')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      <AccentField readOnly={readOnly} {...form.getInputProps('accent')} />
      <SignInAddressField readOnly={readOnly} url={url} {...form.getInputProps('sign_in_slug')} />
      <Select
        label={t('settings.organization.identity.zone')}
        description={t('settings.organization.identity.zoneHint')}
        placeholder={t('settings.organization.identity.noZone')}
        data={zones}
        searchable
        clearable={!readOnly}
        readOnly={readOnly}
        nothingFoundMessage={t('profile.preferences.noZone')}
        maxDropdownHeight={280}
        maw={340}
        {...form.getInputProps('time_zone')}
      />
    </OperationForm>
  );
};
