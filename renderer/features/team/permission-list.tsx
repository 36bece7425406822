import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#shared/rules/permissions.ts';

/** Permissions in the words of who can do what. */
export const PermissionList = ({ permissions }: { permissions: readonly Permission[] }) => {
  const { t } = useTranslation();
  return (
    <List size="sm" spacing={0} listStyleType="none" c="dimmed">
      {permissions.map((permission) => (
        <List.Item key={permission}>{t(`team.rights.permissions.${permission}`)}</List.Item>
      ))}
    </List>
  );
};
