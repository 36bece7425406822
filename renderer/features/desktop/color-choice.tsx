import { ColorSwatch, Group, Radio } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { colorOfRemote } from './remote-tile.tsx';

interface ColorChoiceProps {
  /** Which of {@link remoteColors}. */
  color: number;
  onChange: (color: number) => void;
}

/** Chooses the color of a server. */
export const ColorChoice = ({ color, onChange }: ColorChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('desktop.servers.color')}
      description={t('desktop.servers.colorHint')}
      value={String(color)}
      onChange={(chosen) => onChange(Number(chosen))}
    >
      <Group gap="xs" mt="xs">
        {remoteColors.map(({ name }, index) => (
          <Radio.Card
            key={name}
            value={String(index)}
            aria-label={t(`desktop.servers.colors.${name}`)}
            radius="xl"
            withBorder={false}
            w={28}
            h={28}
          >
            <ColorSwatch color={colorOfRemote(index)} size={28} withShadow={false} style={{ color: '#fff' }}>
              {index === color && <IconCheck size={16} aria-hidden />}
            </ColorSwatch>
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  );
};
