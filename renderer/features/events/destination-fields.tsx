import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { eventTypes } from '#shared/texts/event-types.ts';

/** What is entered of a destination. No types stand for all of them. */
export interface DestinationValues extends Record<string, unknown> {
  name: string;
  url: string;
  event_types: string[];
  allow_private_addresses: boolean;
}

/** The fields that adding and changing a destination share. */
export const DestinationFields = <Values extends DestinationValues>({ form }: { form: UseFormReturnType<Values> }) => {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('events.fields.name')} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={t('events.fields.url')}
        description={t('events.fields.urlOf')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <MultiSelect
        label={t('events.fields.types')}
        description={t('events.fields.typesOf')}
        data={[...eventTypes]}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('events.fields.noType')}
        {...form.getInputProps('event_types')}
      />
      <Checkbox
        label={t('events.fields.private')}
        description={t('events.fields.privateOf')}
        {...form.getInputProps('allow_private_addresses', { type: 'checkbox' })}
      />
    </>
  );
};
