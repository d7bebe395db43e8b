import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { stepUp } from '@dasbor/contract/step-up';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import type { StepUpResult } from '../api/step-up.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { messages } from './messages.ts';

/** Asks the user to prove who they are before a protected action. */
export function StepUpDialog({ onDone }: { onDone: (result: StepUpResult) => void }) {
  const t = messages().step_up;
  const [password, setPassword] = useState('');
  const [is_tried, setTried] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const [detail, setDetail] = useState<string | null>(null);
  const cancel = () => onDone({ confirmed: false, detail: messages().step_up.cancelled });

  async function submit(form: HTMLFormElement): Promise<void> {
    setTried(true);
    if (password === '') return form.querySelector<HTMLElement>('[name=password]')?.focus();
    setBusy(true);
    setDetail(null);
    try {
      await call(stepUp, { body: { password } });
      onDone({ confirmed: true });
    } catch (error) {
      setBusy(false);
      setDetail(toProblem(error).detail);
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog may be opened from within a form, which must not be submitted again.
    event.stopPropagation();
    void submit(event.currentTarget);
  };

  return (
    <Modal
      opened
      onClose={cancel}
      title={t.title}
      centered
      // Above the dialog that asked for the action.
      zIndex={1_000}
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text>{t.line}</Text>
          {detail && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              styles={{ message: { color: 'var(--mantine-color-error)' } }}
            >
              {detail}
            </Alert>
          )}
          <PasswordField
            name="password"
            label={t.password}
            required
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={password === '' ? t.enter_password : undefined}
            {...(is_tried ? { touched: true } : {})}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={is_busy}>
              {t.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
