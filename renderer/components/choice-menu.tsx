import { ActionIcon } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceMenuList } from './choice-menu-list.tsx';
import { notifyFailure } from './notify.tsx';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** The language of the label, where it is not the console's. */
  lang?: string;
}

export interface ChoiceMenuProps<Value extends string> {
  label: string;
  icon: ReactNode;
  choices: readonly Choice<Value>[];
  chosen: Value;
  /** Tells, for assistive technology, that a choice is the present one. */
  chosenLabel: string;
  onChoose: (value: Value) => void;
}

const load = () => import('./choice-menu-list.tsx');

/** One of a few, behind a button. The menu is fetched when somebody reaches for it: the first screen does without. */
export const ChoiceMenu = <Value extends string>(props: ChoiceMenuProps<Value>) => {
  const { t } = useTranslation();
  const [List, setList] = useState<typeof ChoiceMenuList>();
  if (List) return <List {...props} />;
  const open = async () => {
    try {
      const { ChoiceMenuList: Loaded } = await load();
      setList(() => Loaded);
    } catch (error) {
      notifyFailure(t('components.menuNotLoaded'), error);
    }
  };
  return (
    <ActionIcon
      size="lg"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      // A failure shows when it is opened.
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => void open()}
    >
      {props.icon}
    </ActionIcon>
  );
};
