import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DropdownMenu } from './dropdown-menu.tsx';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** The label's language, if it is not the console's. */
  lang?: string;
}

export interface ChoiceMenuProps<Value extends string> {
  label: string;
  icon: ReactNode;
  choices: readonly Choice<Value>[];
  chosen: Value;
  /** Label for assistive technology that marks a choice as the current one. */
  chosenLabel: string;
  onChoose: (value: Value) => void;
}

/** The menu itself. Opens as soon as it mounts, because the user has already asked for it. */
export const ChoiceMenuList = <Value extends string>(props: ChoiceMenuProps<Value>) => {
  const { label, icon, choices, chosen, chosenLabel, onChoose } = props;
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaces the one that was pressed; focus returns to it when the menu closes.
    target.current?.focus();
    setOpened(true);
  }, []);
  return (
    <DropdownMenu opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={target} size="lg" aria-label={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label: name, icon: picture, lang }) => (
          <Menu.Item
            key={value}
            {...(lang && { lang })}
            leftSection={picture}
            rightSection={chosen === value && <IconCheck size={14} role="img" aria-label={chosenLabel} />}
            onClick={() => onChoose(value)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropdownMenu>
  );
};
