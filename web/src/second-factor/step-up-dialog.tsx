import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { CallBody, Output } from '@dasbor/contract/route';
import { type StepUpFactor, startStepUp, stepUp } from '@dasbor/contract/step-up';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { getPasskeyAssertion, isPasskeySupported, isPasskeyCancelled } from '../api/passkey.ts';
import { toProblem } from '../api/problem.ts';
import type { StepUpResult } from '../api/step-up.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';

type Options = Output<typeof startStepUp>['data'];

/** Asks the user to prove who they are before a protected action, by the strongest factor that they have. */
export function StepUpDialog({ onDone }: { onDone: (result: StepUpResult) => void }) {
  const t = messages().step_up;
  const { options, detail, is_busy, send } = useStepUp(onDone);
  const [chosen, setChosen] = useState<StepUpFactor | null>(null);
  const factors = options?.factors.filter((each) => each !== 'passkey' || isPasskeySupported()) ?? [];
  const factor = chosen ?? factors[0] ?? options?.factors[0];
  const other = factors.find((each) => each !== factor);
  const cancel = () => onDone({ confirmed: false, detail: messages().step_up.cancelled });
  const usePasskey = () =>
    void send(async () => ({ passkey: await getPasskeyAssertion(options?.passkey_options ?? {}) }));
  return (
    <Modal
      opened
      onClose={cancel}
      title={t.title}
      centered
      // Above the dialog that asked for the action.
      zIndex={900}
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <Stack gap="md">
        <Text>{t.line}</Text>
        {detail && (
          <Alert color="red" variant="light" role="alert" styles={{ message: { color: 'var(--mantine-color-error)' } }}>
            {detail}
          </Alert>
        )}
        {options === null && detail === null && <Skeleton h={36} />}
        {factor === 'passkey' && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {t.cancel}
            </Button>
            <Button
              autoFocus
              leftSection={<IconFingerprint size={18} />}
              loading={is_busy}
              disabled={!isPasskeySupported()}
              onClick={usePasskey}
            >
              {t.use_passkey}
            </Button>
          </Group>
        )}
        {(factor === 'otp' || factor === 'password') && (
          <FactorForm
            factor={factor}
            is_busy={is_busy}
            onCancel={cancel}
            onSubmit={(body) => void send(async () => body)}
          />
        )}
        {other && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(other)}>
            {other === 'passkey' ? t.use_passkey : t.use_code}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

/** The accepted factors, and how to send one of them. */
function useStepUp(onDone: (result: StepUpResult) => void) {
  const [options, setOptions] = useState<Options | null>(null);
  const [detail, setDetail] = useState<string | null>(null);
  const [is_busy, setBusy] = useState(false);
  const load = () =>
    call(startStepUp).then(
      ({ data }) => setOptions(data),
      (error: unknown) => setDetail(toProblem(error).detail),
    );
  useEffect(() => void load(), []);
  return {
    options,
    detail,
    is_busy,
    send: async (prepare: () => Promise<CallBody<typeof stepUp>>) => {
      setBusy(true);
      setDetail(null);
      try {
        await call(stepUp, { body: await prepare() });
        onDone({ confirmed: true });
      } catch (error) {
        setBusy(false);
        setDetail(isPasskeyCancelled(error) ? messages().passkey_cancelled : toProblem(error).detail);
        // A challenge works once.
        if (options?.passkey_options) await load();
      }
    },
  };
}

interface FactorFormProps {
  factor: 'otp' | 'password';
  is_busy: boolean;
  onCancel: () => void;
  onSubmit: (body: CallBody<typeof stepUp>) => void;
}

function FactorForm({ factor, is_busy, onCancel, onSubmit }: FactorFormProps) {
  const t = messages().step_up;
  const [value, setValue] = useState('');
  const [is_tried, setTried] = useState(false);
  const is_valid = factor === 'otp' ? /^\d{6}$/.test(value) : value !== '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog may be opened from within a form, which must not be submitted again.
    event.stopPropagation();
    setTried(true);
    if (is_valid) return onSubmit(factor === 'otp' ? { otp: value } : { password: value });
    event.currentTarget.querySelector<HTMLElement>(`[name=${factor}]`)?.focus();
  };
  const touched = is_tried ? { touched: true } : {};
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {factor === 'otp' ? (
          <CodeField
            label={messages().code}
            value={value}
            onChange={setValue}
            error={is_valid ? undefined : messages().enter_code}
            {...touched}
          />
        ) : (
          <PasswordField
            name="password"
            label={t.password}
            required
            autoFocus
            autoComplete="current-password"
            value={value}
            onChange={setValue}
            error={is_valid ? undefined : t.enter_password}
            {...touched}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={is_busy}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
