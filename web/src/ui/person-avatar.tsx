import { Avatar } from '@mantine/core';

/** The first letters of the first two words of a name. */
export const formatInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

export interface PersonAvatarProps {
  name: string;
  photo_url: string | null;
  size: number;
  /** For a photo without the name next to it; next to the name it is decoration. */
  label?: string;
}

/** The photo of a person, or the initials. */
export const PersonAvatar = ({ name, photo_url, size, label = '' }: PersonAvatarProps) => (
  <Avatar src={photo_url} alt={label} size={size} radius="xl" color="primary" variant="light">
    {formatInitials(name)}
  </Avatar>
);
