import { Menu, Text } from '@mantine/core';
import type { Offer } from './commands.ts';
import { MenuItemLink } from './dropdown-menu.tsx';

interface CommandItemsProps<Name extends string> {
  offers: readonly Offer<Name>[];
  onStart: (name: Name) => void;
}

/** Commands as items of a menu. Those that can't be carried out now say why. */
export const CommandItems = <Name extends string>({ offers, onStart }: CommandItemsProps<Name>) =>
  offers.map(({ name, label, icon: Icon, isRed, reason, link }) => {
    const look = { leftSection: <Icon size={16} aria-hidden />, ...(isRed && { color: 'red' }) };
    if (reason !== undefined) {
      return (
        <Menu.Item key={name} {...look} aria-disabled data-disabled closeMenuOnClick={false}>
          {label}
          <Text size="xs" c="dimmed" maw={260}>
            {reason}
          </Text>
        </Menu.Item>
      );
    }
    return link ? (
      <MenuItemLink key={name} {...link} {...look}>
        {label}
      </MenuItemLink>
    ) : (
      <Menu.Item key={name} {...look} onClick={() => onStart(name)}>
        {label}
      </Menu.Item>
    );
  });
