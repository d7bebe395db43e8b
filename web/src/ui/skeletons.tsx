import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { messages } from './messages.ts';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const Loading = () => <VisuallyHidden role="status">{messages().state.loading}</VisuallyHidden>;

/** Rows of a list while they are read. */
export const ListSkeleton = ({ rows = 10 }: { rows?: number }) => (
  <Stack gap={0} p="md">
    <Loading />
    {times(rows).map((row) => (
      <Group key={row} h={40} gap="lg" wrap="nowrap">
        <Skeleton h={12} w="18%" />
        <Skeleton h={12} w="30%" />
        <Skeleton h={12} w="20%" />
        <Skeleton h={12} w="12%" ml="auto" />
      </Group>
    ))}
  </Stack>
);

/** A card of labelled values while they are read. */
export const CardSkeleton = ({ lines = 4 }: { lines?: number }) => (
  <Stack gap="sm" p="md">
    <Loading />
    <Skeleton h={18} w="32%" />
    {times(lines).map((line) => (
      <Skeleton key={line} h={12} w={`${84 - ((line * 17) % 40)}%`} />
    ))}
  </Stack>
);

/** A whole screen while its code or its first data are read. */
export const ScreenSkeleton = () => (
  <Stack gap="lg">
    <Stack gap={8}>
      <Skeleton h={24} w={220} />
      <Skeleton h={12} w={320} maw="80%" />
    </Stack>
    <ListSkeleton rows={6} />
  </Stack>
);
