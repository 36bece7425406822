import { Anchor, Button, Menu, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** The library's controls that lead somewhere, as links of the router. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const MenuItemLink = createLink(Menu.Item<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
