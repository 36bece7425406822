import { Menu, type MenuItemProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const AnchorMenuItem = (props: MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
);

/** Entries of menus and of the navigation, as links of the router; apart from other links, which load no menu. */
export const MenuItemLink = createLink(AnchorMenuItem);
export const NavigationLink = createLink(NavLink<'a'>);
