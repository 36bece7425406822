import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { applicationKinds, signsInItself } from '#shared/rules/applications.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { listError } from '../../components/field-errors.ts';
import { orNull, type SettingsValues } from './applications.logic.ts';
import { LinesInput } from './lines-input.tsx';

interface FieldsProps {
  form: UseFormReturnType<SettingsValues>;
  /** Only what is needed to create one. */
  isNew?: boolean;
}

/** What an application is, and where people come back to. */
export const ApplicationFields = ({ form, isNew = false }: FieldsProps) => {
  const { t } = useTranslation();
  const { kind } = form.values;
  /** A field that may be empty: null is stored, and an empty text shown. */
  const optional = (name: 'home_url' | 'backchannel_logout_uri' | 'host') => ({
    ...form.getInputProps(name),
    value: form.values[name] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(name, orNull(event.currentTarget.value)),
    maxLength: textLimits.url,
  });
  const uris = (name: 'redirect_uris' | 'logout_uris') => ({
    ...form.getInputProps(name),
    value: form.values[name],
    onChange: (lines: string[]) => form.setFieldValue(name, lines),
    error: listError(form.errors, name),
  });
  return (
    <>
      <TextInput
        label={t('applications.fields.name')}
        maxLength={textLimits.name}
        {...(isNew && { 'data-autofocus': true })}
        {...form.getInputProps('name')}
      />
      {!isNew && (
        <TextInput
          label={t('applications.fields.description')}
          maxLength={textLimits.description}
          {...form.getInputProps('description')}
        />
      )}
      <NativeSelect
        label={t('applications.fields.kind')}
        description={t(`applications.kindsOf.${kind}`)}
        data={applicationKinds.map((value) => ({ value, label: t(`applications.kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {signsInItself(kind) ? (
        <LinesInput
          label={t('applications.fields.redirects')}
          description={t('applications.fields.redirectsOf')}
          {...uris('redirect_uris')}
        />
      ) : (
        <TextInput
          label={t('applications.fields.host')}
          description={t('applications.fields.hostOf')}
          {...optional('host')}
        />
      )}
      {!isNew && signsInItself(kind) && (
        <>
          <LinesInput
            label={t('applications.fields.logouts')}
            description={t('applications.fields.logoutsOf')}
            {...uris('logout_uris')}
          />
          <TextInput
            label={t('applications.fields.backchannel')}
            description={t('applications.fields.backchannelOf')}
            {...optional('backchannel_logout_uri')}
          />
          {form.values.backchannel_logout_uri !== null && (
            <>
              <Checkbox
                label={t('applications.fields.session')}
                description={t('applications.fields.sessionOf')}
                {...form.getInputProps('backchannel_logout_session_required', { type: 'checkbox' })}
              />
              <Checkbox
                label={t('applications.fields.private')}
                description={t('applications.fields.privateOf')}
                {...form.getInputProps('allow_private_addresses', { type: 'checkbox' })}
              />
            </>
          )}
        </>
      )}
      <TextInput
        label={t('applications.fields.home')}
        description={t('applications.fields.homeOf')}
        {...optional('home_url')}
      />
    </>
  );
};
