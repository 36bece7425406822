import { Menu } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeleteItem, MoreMenu } from './more-menu.tsx';

interface KeyMenuProps {
  /** Of the key. */
  name: string;
  /** Undefined for a key that has expired. */
  onRoll: (() => void) | undefined;
  onRevoke: () => void;
}

/** The ⋯ menu of an API key in its list. */
export const KeyMenu = ({ name, onRoll, onRevoke }: KeyMenuProps) => {
  const { t } = useTranslation();
  return (
    <MoreMenu name={name}>
      {onRoll && (
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRoll}>
          {t('security.roll.action')}
        </Menu.Item>
      )}
      <DeleteItem onClick={onRevoke}>{t('security.revoke.action')}</DeleteItem>
    </MoreMenu>
  );
};
