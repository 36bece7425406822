import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DropdownMenu } from '../../components/dropdown-menu.tsx';

interface RowMenuProps {
  label: string;
  children: ReactNode;
}

/** A row's menu, mounted on first use: a page has many rows, and few menus are opened. */
export const RowMenu = ({ label, children }: RowMenuProps) => {
  const [asked, setAsked] = useState(false);
  const dots = <IconDots size={18} aria-hidden />;
  if (!asked) {
    return (
      <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)}>
        {dots}
      </ActionIcon>
    );
  }
  return (
    <DropdownMenu defaultOpened>
      <Menu.Target>
        <ActionIcon aria-label={label}>{dots}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </DropdownMenu>
  );
};
