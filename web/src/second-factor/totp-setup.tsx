import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { confirmTotp, startTotp } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';
import { TotpKey } from './totp-key.tsx';

export interface TotpSetupProps {
  onEnabled: (recovery_codes: string[] | null) => void;
  onClose: () => void;
}

/** Scan the QR code, or enter the key, and confirm by a first code. */
export function TotpSetup({ onEnabled, onClose }: TotpSetupProps) {
  const t = messages().totp;
  const [otp, setOtp] = useState('');
  const [is_tried, setTried] = useState(false);
  const start = useMutation({ mutationFn: () => call(startTotp), meta: { quiet: true } });
  const confirm = useMutation({
    mutationFn: () => call(confirmTotp, { body: { otp } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => onEnabled(data.recovery_codes),
  });
  const { mutate } = start;
  useEffect(() => mutate(), [mutate]);
  const is_valid = /^\d{6}$/.test(otp);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (is_valid) confirm.mutate();
  };
  const failed = start.error ?? confirm.error;
  const enrolment = start.data?.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.setup_title}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {failed && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              styles={{ message: { color: 'var(--mantine-color-error)' } }}
            >
              {toProblem(failed).detail}
            </Alert>
          )}
          <TotpKey enrolment={enrolment ?? null} />
          <CodeField
            label={messages().code}
            description={t.confirm_line}
            value={otp}
            onChange={setOtp}
            error={is_valid ? undefined : messages().enter_code}
            {...(is_tried ? { touched: true } : {})}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().step_up.cancel}
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={!enrolment}>
              {t.enable}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
