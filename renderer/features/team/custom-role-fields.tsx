import { Checkbox, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { textLimits } from '#shared/rules/limits.ts';
import type { GrantablePermission } from '#shared/rules/permissions.ts';
import type { Me } from '../../api/context.tsx';
import { type CustomRoleValues, offeredPermissions, withChosen, withheldPermissions } from './custom-roles.logic.ts';
import { PermissionList } from './permission-list.tsx';

/** What a custom role is called and gives. What the user can't give is listed, so that it doesn't seem to be missing. */
export const CustomRoleFields = ({ me, form }: { me: Me; form: UseFormReturnType<CustomRoleValues> }) => {
  const { t } = useTranslation();
  const withheld = withheldPermissions(me);
  return (
    <>
      <TextInput
        label={t('team.customRoles.fields.name')}
        maxLength={textLimits.name}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('team.customRoles.fields.description')}
        maxLength={textLimits.description}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group
        label={t('team.customRoles.fields.permissions')}
        description={t('team.customRoles.fields.permissionsOf')}
        {...form.getInputProps('permissions')}
        onChange={(values) =>
          form.setFieldValue('permissions', (before) => withChosen(before, values as GrantablePermission[]))
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mt="xs" mb="sm">
          {offeredPermissions(me).map(({ area, permissions }) => (
            <Stack key={area} gap="xs" role="group" aria-label={t(`team.rights.areas.${area}`)}>
              <Text size="sm" fw={600} aria-hidden>
                {t(`team.rights.areas.${area}`)}
              </Text>
              {permissions.map((permission) => (
                <Checkbox key={permission} value={permission} label={t(`team.rights.permissions.${permission}`)} />
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {withheld.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t('team.customRoles.fields.withheld')}
          </Text>
          <PermissionList permissions={withheld} />
        </Stack>
      )}
    </>
  );
};
