import { Alert } from '@mantine/core';

/** Why the server did not do it, inside the form that asked. */
export const FormError = ({ detail }: { detail: string | null }) =>
  detail === null ? null : (
    <Alert color="red" role="alert">
      {detail}
    </Alert>
  );
