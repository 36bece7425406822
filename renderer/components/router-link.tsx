import { Anchor, Button, type ButtonProps, Menu, type MenuItemProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AsAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

const AnchorButton = (props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />;
const AnchorMenuItem = (props: AsAnchor<MenuItemProps>) => <Menu.Item component="a" {...props} />;

/** The library's controls that lead somewhere, as links of the router. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);
export const MenuItemLink = createLink(AnchorMenuItem);
export const NavigationLink = createLink(NavLink<'a'>);
