import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DropdownMenu } from './dropdown-menu.tsx';

interface RowMenuProps {
  label: string;
  children: ReactNode;
}

/** A row's menu, mounted on first use: a page has many rows, and few menus are opened. */
export const RowMenu = ({ label, children }: RowMenuProps) => {
  const [asked, setAsked] = useState(false);
  if (asked) return <OpenedMenu label={label}>{children}</OpenedMenu>;
  return (
    <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
};

/** Opens as it mounts, because the user has already asked for it. */
const OpenedMenu = ({ label, children }: RowMenuProps) => {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaces the one that was pressed; focus returns to it when the menu closes.
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <DropdownMenu opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </DropdownMenu>
  );
};
