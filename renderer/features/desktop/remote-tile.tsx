import { Center } from '@mantine/core';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { capitalized } from '#shared/text-input/text-case.ts';

/** A server's color in the scheme that the console uses. */
export const colorOfRemote = (color: number): string => {
  const { light, dark } = remoteColors[color] ?? remoteColors[0];
  return `light-dark(${light}, ${dark})`;
};

/** A server as the bar above its console shows it: its color and the first letter of its name. */
export const RemoteTile = ({ name, color }: { name: string; color: number }) => (
  <Center
    aria-hidden
    w={24}
    h={24}
    fz="xs"
    fw={600}
    style={{ flex: 'none', borderRadius: 6, color: '#fff', background: colorOfRemote(color) }}
  >
    {capitalized(Array.from(name)[0] ?? '')}
  </Center>
);
