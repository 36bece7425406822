import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceMenuList, ChoiceMenuProps } from './choice-menu-list.tsx';
import { notifyFailure } from './notify.tsx';

const load = () => import('./choice-menu-list.tsx');

/** A small set of choices behind a button. Loads the menu on first interaction, to keep it out of the first screen. */
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
      // A failure shows when the menu opens.
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => void open()}
    >
      {props.icon}
    </ActionIcon>
  );
};
