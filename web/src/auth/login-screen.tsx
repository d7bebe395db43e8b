import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import type { login } from '@dasbor/contract/auth';
import type { CallBody } from '@dasbor/contract/route';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The server answers this code when the user has switched on the authenticator app. */
const OTP_REQUIRED = 'otp_required';

interface Entered {
  email: string;
  password: string;
  otp: string;
}

/** What is wrong with each field; empty when all is well. */
function faultsOf({ email, password, otp }: Entered, wants_otp: boolean): Partial<Entered> {
  return {
    ...(email.trim() === '' ? { email: 'Enter your email.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
    ...(wants_otp && !/^\d{6}$/.test(otp) ? { otp: 'Enter the six digits.' } : {}),
  };
}

export interface LoginScreenProps {
  logo: ReactNode;
  signIn: (credentials: CallBody<typeof login>) => Promise<void>;
  onSignedIn: () => void;
}

/** Sign-in with e-mail and password, and a second step for a one-time code. */
export function LoginScreen({ logo, signIn, onSignedIn }: LoginScreenProps) {
  const [entered, setEntered] = useState<Entered>({ email: '', password: '', otp: '' });
  const [wants_otp, setWantsOtp] = useState(false);
  const [is_tried, setTried] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const [detail, setDetail] = useState<string | null>(null);
  const faults = faultsOf(entered, wants_otp);
  const fill = (field: keyof Entered) => (value: string) => setEntered((before) => ({ ...before, [field]: value }));
  useEffect(() => {
    document.title = 'Sign in · Dasbor';
  }, []);

  async function submit(form: HTMLFormElement): Promise<void> {
    setTried(true);
    const first = Object.keys(faults)[0];
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setDetail(null);
    try {
      const { email, password, otp } = entered;
      await signIn({ email: email.trim(), password, ...(wants_otp ? { otp } : {}) });
      onSignedIn();
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === OTP_REQUIRED && !wants_otp) {
        setWantsOtp(true);
        setTried(false);
      } else {
        setDetail(problem.detail);
      }
    } finally {
      setBusy(false);
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };

  return (
    <PublicFrame logo={logo}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={1} fz={22}>
              Sign in
            </Title>
            <Text c="dimmed">
              {wants_otp ? 'Enter the code of your authenticator app.' : 'to your merchant dashboard'}
            </Text>
          </div>
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
          {wants_otp ? (
            <TextField
              key="otp"
              name="otp"
              label="One-time code"
              required
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={entered.otp}
              onChange={fill('otp')}
              error={faults.otp}
              touched={is_tried}
            />
          ) : (
            <>
              <TextField
                name="email"
                label="Email"
                required
                autoFocus
                type="email"
                autoComplete="username"
                value={entered.email}
                onChange={fill('email')}
                error={faults.email}
                {...(is_tried ? { touched: true } : {})}
              />
              <PasswordField
                name="password"
                label="Password"
                required
                autoComplete="current-password"
                value={entered.password}
                onChange={fill('password')}
                error={faults.password}
                {...(is_tried ? { touched: true } : {})}
              />
            </>
          )}
          <Button type="submit" loading={is_busy} fullWidth size="md">
            Sign in
          </Button>
          {wants_otp && (
            <Button variant="subtle" onClick={() => setWantsOtp(false)}>
              Back
            </Button>
          )}
        </Stack>
      </form>
    </PublicFrame>
  );
}
