import { Alert } from '@mantine/core';

/** The error of a request, within its form. */
export const FormError = ({ detail }: { detail: string | null }) =>
  detail === null ? null : (
    <Alert color="red" role="alert">
      {detail}
    </Alert>
  );
