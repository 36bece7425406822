import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from './dropdown-menu.tsx';

interface MoreMenuProps {
  /** Whose actions these are. */
  name: string;
  /** Stands beside the title of a page, between buttons. */
  isOfPage?: boolean;
  children: ReactNode;
}

/**
 * The ⋯ menu of a row or a page: what is rarely done with it, and all that deletes something. Mounted on first use: a list has many
 * rows, and few menus are opened.
 */
export const MoreMenu = ({ name, isOfPage = false, children }: MoreMenuProps) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const look = {
    'aria-label': t('common.actionsFor', { name }),
    ...(isOfPage && ({ variant: 'default', size: 'lg' } as const)),
  };
  return asked ? (
    <OpenedMenu look={look}>{children}</OpenedMenu>
  ) : (
    <Dots {...look} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
  );
};

type DotsProps = ActionIconProps & {
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
};

const Dots = (props: DotsProps) => (
  <ActionIcon {...props}>
    <IconDots size={18} aria-hidden />
  </ActionIcon>
);

/** Opens as it mounts, because the user has already asked for it. */
const OpenedMenu = ({ look, children }: { look: DotsProps; children: ReactNode }) => {
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
        <Dots ref={button} {...look} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </DropdownMenu>
  );
};

/** The last item of a {@link MoreMenu}: deletes what the menu is about. */
export const DeleteItem = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Menu.Item>
);
