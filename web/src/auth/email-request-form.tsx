import { Alert, Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messages } from './account-messages.ts';
import { useAction } from './use-action.ts';
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
  const sending = useAction();
  const [is_insecure, setInsecure] = useState(false);
  const detail = is_insecure ? messages().insecure : sending.problem?.detail;
  const send = (): void => {
    // Browsers compute the proof of work on secure pages only.
    setInsecure(crypto.subtle === undefined);
    if (crypto.subtle !== undefined) sending.run(async () => onSubmit(await solveBotCheck()));
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (validate(event.currentTarget)) send();
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
