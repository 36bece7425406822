import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A period and its figures. */
export interface Bar {
  /** The period, such as `23 Nov`. */
  at: string;
  /** The period and its figure, such as `23 Nov: 5`. */
  label: string;
  value: number;
  /** The part at the foot of the bar that went wrong. */
  failed?: number;
}

interface BarStripProps {
  bars: readonly Bar[];
  /** What is counted, and per what. */
  label: string;
}

const share = (part: number, of: number): string => `${of === 0 ? 0 : (part / of) * 100}%`;

const sizeOf = ({ value, failed = 0 }: Bar): number => value + failed;

/** The height of the bars and of the line below them. */
export const stripHeight = 66;

/** A small bar chart from its first period to its last. Its label sums it up for users who can't see it. */
export const BarStrip = ({ bars, label }: BarStripProps) => {
  const { t } = useTranslation();
  const [first, last] = [bars[0], bars.at(-1)];
  const highest = bars.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
  if (!first || !last || !highest) return null;
  return (
    <div
      role="img"
      aria-label={t('components.chart', { label, from: first.at, to: last.at, highest: highest.label })}
      style={{ height: stripHeight }}
    >
      <Group gap={2} h={48} wrap="nowrap" align="flex-end">
        {bars.map((bar) => (
          <div key={bar.label} title={bar.label} className="bar">
            <div style={{ height: share(bar.value, sizeOf(highest)) }} />
            {bar.failed !== undefined && bar.failed > 0 && (
              <div data-failed style={{ height: share(bar.failed, sizeOf(highest)) }} />
            )}
          </div>
        ))}
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap" className="bar-axis">
        <Text span>{first.at}</Text>
        <Text span>{last.at}</Text>
      </Group>
    </div>
  );
};
