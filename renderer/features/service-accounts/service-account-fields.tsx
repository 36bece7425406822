import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may, roleAlone, type ServiceRole, serviceRoles, serviceScopes } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { listError } from '../../components/field-errors.ts';
import { offeredScopes } from '../../components/key-choices.ts';
import { searchChoices } from '../../components/search-choices.ts';
import { type ServiceAccountValues, scopesFor } from './service-accounts.logic.ts';

interface FieldsProps {
  me: Me;
  form: UseFormReturnType<ServiceAccountValues>;
  /** Whether it was limited to workspaces that are all gone: then it opens none, not all. */
  noneLeft?: boolean;
}

/** Everything that a service account is given. */
export const ServiceAccountFields = ({ me, form, noneLeft = false }: FieldsProps) => {
  const { t } = useTranslation();
  const workspaces = useQuery(
    useTRPC().workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }),
  );
  const { role, workspace_ids, addresses } = form.values;
  return (
    <>
      <TextInput label={t('serviceAccounts.fields.name')} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('serviceAccounts.fields.description')} {...form.getInputProps('description')} />
      <NativeSelect
        label={t('serviceAccounts.fields.role')}
        description={t('serviceAccounts.fields.roleOf')}
        data={serviceRoles.map((value) => ({ value, label: t(`team.roles.${value}`) }))}
        {...form.getInputProps('role')}
        onChange={(event) => {
          const chosen = event.currentTarget.value as ServiceRole;
          form.setFieldValue('role', chosen);
          form.setFieldValue('scopes', scopesFor(chosen, form.values.scopes));
        }}
      />
      <Checkbox.Group label={t('security.create.scopes')} {...form.getInputProps('scopes')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mt="xs" mb="sm">
          {offeredScopes(serviceScopes, roleAlone(role), t).map(({ area, scopes }) => (
            <Stack key={area} gap="xs" role="group" aria-label={t(`security.areas.${area}`)}>
              <Text size="sm" fw={600} aria-hidden>
                {t(`security.areas.${area}`)}
              </Text>
              {scopes.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <MultiSelect
        label={t('serviceAccounts.fields.workspaces')}
        description={t('serviceAccounts.fields.workspacesOf')}
        placeholder={
          workspace_ids.length > 0
            ? ''
            : t(
                may(roleAlone(role), 'workspaces.read') && !noneLeft
                  ? 'serviceAccounts.fields.allWorkspaces'
                  : 'serviceAccounts.fields.noWorkspace',
              )
        }
        searchable
        hidePickedOptions
        {...searchChoices(
          workspaces,
          (known) => known.workspaces.map(({ workspace_id: value, name: label }) => ({ value, label })),
          { nothing: t('team.inviteForm.workspaceNotFound'), failed: t('team.inviteForm.workspacesFailed') },
          t,
        )}
        {...form.getInputProps('workspace_ids')}
      />
      <TagsInput
        label={t('serviceAccounts.fields.addresses')}
        description={t('serviceAccounts.fields.addressesOf')}
        placeholder={addresses.length === 0 ? t('serviceAccounts.fields.anyAddress') : ''}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        {...form.getInputProps('addresses')}
        error={listError(form.errors, 'addresses')}
      />
    </>
  );
};
