import { Alert, Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useRequest } from './use-request.ts';
import { useBotCheck } from './use-bot-check.ts';

export interface EmailRequestFormProps {
  submit: string;
  /** The fields of the form. */
  children?: ReactNode;
  /** Whether the fields are valid; called when the form is submitted. */
  validate: (form: HTMLFormElement) => boolean;
  onSubmit: (bot_check: string) => Promise<void>;
}

/** A public form that sends an email, behind the bot check. */
export function EmailRequestForm({ submit, children, validate, onSubmit }: EmailRequestFormProps) {
  const solveBotCheck = useBotCheck();
  const sending = useRequest();
  const detail = sending.problem?.detail;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (validate(event.currentTarget)) sending.send(async () => onSubmit(await solveBotCheck()));
      }}
    >
      <Stack gap="md">
        {detail && (
          <Alert color="red" variant="light" role="alert" styles={{ message: { color: 'var(--mantine-color-error)' } }}>
            {detail}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={sending.status === 'busy'} fullWidth size="md">
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
