import { Menu, type MenuItemProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const AnchorMenuItem = (props: MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
);

/** Menu and navigation items as router links. Kept apart from other links, which should not load the menu code. */
export const MenuItemLink = createLink(AnchorMenuItem);
export const NavigationLink = createLink(NavLink<'a'>);
