import { Menu, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Offer } from './commands.ts';
import { MenuItemLink } from './dropdown-menu.tsx';

interface CommandItemsProps<Name extends string> {
  offers: readonly Offer<Name>[];
  onStart: (name: Name) => void;
}

/** Commands as items of a menu. Those that can't be carried out now say why, and a line is above the first that takes something away. */
export const CommandItems = <Name extends string>({ offers, onStart }: CommandItemsProps<Name>) => {
  const firstRed = offers.findIndex(({ isRed }) => isRed);
  return offers.map((offer, at) => (
    <Fragment key={offer.name}>
      {at === firstRed && at > 0 && <Menu.Divider />}
      <CommandItem {...offer} onStart={onStart} />
    </Fragment>
  ));
};

const CommandItem = <Name extends string>({
  name,
  label,
  icon: Icon,
  isRed,
  reason,
  link,
  onStart,
}: Offer<Name> & Pick<CommandItemsProps<Name>, 'onStart'>) => {
  const look = { leftSection: <Icon size={16} aria-hidden />, ...(isRed && { color: 'red' }) };
  if (reason !== undefined) {
    return (
      <Menu.Item {...look} aria-disabled data-disabled closeMenuOnClick={false}>
        {label}
        <Text size="xs" c="dimmed" maw={260}>
          {reason}
        </Text>
      </Menu.Item>
    );
  }
  return link ? (
    <MenuItemLink {...link} {...look}>
      {label}
    </MenuItemLink>
  ) : (
    <Menu.Item {...look} onClick={() => onStart(name)}>
      {label}
    </Menu.Item>
  );
};
