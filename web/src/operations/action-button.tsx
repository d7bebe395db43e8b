import { Button } from '@mantine/core';

/** A button that runs an action at once. */
export function ActionButton({
  label,
  mutation,
  is_second = false,
}: {
  label: string;
  mutation: { isPending: boolean; mutate: () => void };
  is_second?: boolean;
}) {
  return (
    <Button
      size="compact-sm"
      variant={is_second ? 'default' : 'filled'}
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      {label}
    </Button>
  );
}
