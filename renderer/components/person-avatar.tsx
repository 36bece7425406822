import { Avatar, type AvatarProps } from '@mantine/core';
import { initialsOf } from '#shared/text-input/initials.ts';

/** The initials of a person, beside the name. Mantine's own would cut an emoji in two. */
export const PersonAvatar = ({ name, ...props }: AvatarProps & { name: string }) => (
  <Avatar color="verdigris" alt="" {...props}>
    {initialsOf(name)}
  </Avatar>
);
