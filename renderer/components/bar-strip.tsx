import { Group } from '@mantine/core';

/** A period and its figures. */
export interface Bar {
  /** Its name in the tooltip, such as `23 Nov: 5`. */
  label: string;
  value: number;
  /** The part at the foot of the bar that went wrong. */
  failed?: number;
}

const share = (part: number, of: number): string => `${of === 0 ? 0 : (part / of) * 100}%`;

/** A small bar chart. Its label sums it up for users who can't see it. */
export const BarStrip = ({ bars, label }: { bars: readonly Bar[]; label: string }) => {
  const highest = Math.max(...bars.map(({ value, failed = 0 }) => value + failed), 0);
  return (
    <Group role="img" aria-label={label} gap={2} h={48} wrap="nowrap" align="flex-end">
      {bars.map(({ label: title, value, failed = 0 }) => (
        <div key={title} title={title} className="bar">
          <div style={{ height: share(value, highest) }} />
          {failed > 0 && <div data-failed style={{ height: share(failed, highest) }} />}
        </div>
      ))}
    </Group>
  );
};
