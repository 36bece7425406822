import { Menu, type MenuItemProps, type MenuProps } from '@mantine/core';
import { useHotkeys, useUncontrolled } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, useEffect } from 'react';

/**
 * Before an item acts: the item disappears with its menu. A dialog that it opens later returns the focus to where it
 * was, which has to be something that still exists.
 */
const focusMenuButton = ({ target }: MouseEvent): void => {
  const item = target instanceof Element ? target.closest('[role="menuitem"]') : null;
  const button = item?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (button) document.getElementById(button)?.focus({ preventScroll: true });
};

/** A menu that Escape closes wherever the focus is: right after opening, that is still its button. */
export const DropdownMenu = ({ opened, defaultOpened, onChange, ...rest }: MenuProps) => {
  const [isOpen, setOpen] = useUncontrolled({
    ...(opened !== undefined && { value: opened }),
    ...(defaultOpened !== undefined && { defaultValue: defaultOpened }),
    ...(onChange && { onChange }),
    finalValue: false,
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('click', focusMenuButton, true);
    return () => document.removeEventListener('click', focusMenuButton, true);
  }, [isOpen]);
  useHotkeys(isOpen ? [['Escape', () => setOpen(false)]] : [], []);
  return <Menu {...rest} opened={isOpen} onChange={setOpen} />;
};

const AnchorMenuItem = (props: MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
);

/** A menu item as a router link. Kept apart from other links, which should not load the menu code. */
export const MenuItemLink = createLink(AnchorMenuItem);
