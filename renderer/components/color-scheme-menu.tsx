import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from './choice-menu.tsx';

const schemes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

export const ColorSchemeMenu = () => {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Present = schemes.find(({ value }) => value === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <ChoiceMenu
      label={t('components.scheme.label')}
      icon={<Present size={18} aria-hidden />}
      choices={schemes.map(({ value, Icon }) => ({
        value,
        label: t(`components.scheme.${value}`),
        icon: <Icon size={16} aria-hidden />,
      }))}
      chosen={colorScheme}
      chosenLabel={t('components.scheme.chosen')}
      onChoose={setColorScheme}
    />
  );
};
