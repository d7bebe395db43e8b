// The styles of the frame are not loaded before sign-in.
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

/** A code of an authenticator app, or a recovery code: sixteen letters and digits, with or without dashes. */
export const isOneTimeCode = (code: string): boolean =>
  /^\d{6}$/.test(code.trim()) || code.replaceAll(/[^a-z0-9]/gi, '').length === 16;

export interface OtpStepProps {
  otp: string;
  onOtp: (otp: string) => void;
  remember: boolean;
  onRemember: (remember: boolean) => void;
  error: string | undefined;
  is_tried: boolean;
}

/** The second step of the sign-in. */
export function OtpStep({ otp, onOtp, remember, onRemember, error, is_tried }: OtpStepProps) {
  const t = messages();
  const [is_recovery, setRecovery] = useState(false);
  const shared = {
    name: 'otp',
    required: true,
    autoFocus: true,
    value: otp,
    onChange: onOtp,
    error,
    touched: is_tried,
  };
  return (
    <>
      {is_recovery ? (
        <TextField {...shared} key="recovery" label={t.recovery_code} autoComplete="off" maxLength={30} />
      ) : (
        <TextField {...shared} key="otp" label={t.otp} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      )}
      <Checkbox
        label={t.remember_device}
        checked={remember}
        onChange={(event) => onRemember(event.currentTarget.checked)}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          setRecovery(!is_recovery);
          onOtp('');
        }}
      >
        {is_recovery ? t.use_code : t.use_recovery_code}
      </Button>
    </>
  );
}
