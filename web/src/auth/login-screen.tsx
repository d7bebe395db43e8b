import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core';
import type { login } from '@dasbor/contract/auth';
import type { CallBody } from '@dasbor/contract/route';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { type Problem, toProblem } from '../api/problem.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { OtpStep, isOneTimeCode } from './otp-step.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The error code of the server when the user has enabled the authenticator app. */
const OTP_REQUIRED = 'otp_required';
/** The error code of the server when the user has not confirmed their email yet. */
const EMAIL_NOT_VERIFIED = 'email_not_verified';

interface Entered {
  email: string;
  password: string;
  otp: string;
}

/** Validation errors by field; empty when all are valid. */
function validate({ email, password, otp }: Entered, needs_otp: boolean): Partial<Entered> {
  const t = messages();
  return {
    ...(email.trim() === '' ? { email: t.enter_email } : {}),
    ...(password === '' ? { password: t.enter_password } : {}),
    ...(needs_otp && !isOneTimeCode(otp) ? { otp: t.enter_otp } : {}),
  };
}

export interface LoginScreenProps {
  logo: ReactNode;
  signIn: (credentials: CallBody<typeof login>) => Promise<void>;
  signInByPasskey: () => Promise<void>;
  onSignedIn: () => void;
}

/** Sign-in with email and password, and a second step for a one-time code. */
export function LoginScreen({ logo, signIn, signInByPasskey, onSignedIn }: LoginScreenProps) {
  const t = messages();
  const [entered, setEntered] = useState<Entered>({ email: '', password: '', otp: '' });
  const [needs_otp, setNeedsOtp] = useState(false);
  const [remember, setRemember] = useState(false);
  const [is_tried, setTried] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const errors = validate(entered, needs_otp);
  const fill = (field: keyof Entered) => (value: string) => setEntered((before) => ({ ...before, [field]: value }));
  useEffect(() => {
    document.title = `${messages().title} · Dasbor`;
  }, []);

  async function submit(form: HTMLFormElement): Promise<void> {
    setTried(true);
    const first = Object.keys(errors)[0];
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setProblem(null);
    try {
      const { email, password, otp } = entered;
      await signIn({ email: email.trim(), password, ...(needs_otp ? { otp, remember_device: remember } : {}) });
      onSignedIn();
    } catch (error) {
      const failed = toProblem(error);
      if (failed.code === OTP_REQUIRED && !needs_otp) {
        setNeedsOtp(true);
        setTried(false);
      } else {
        setProblem(failed);
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
              {t.title}
            </Title>
            <Text c="dimmed">{needs_otp ? t.otp_line : t.line}</Text>
          </div>
          {problem && <SignInProblem problem={problem} email={entered.email.trim()} />}
          {needs_otp ? (
            <OtpStep
              otp={entered.otp}
              onOtp={fill('otp')}
              remember={remember}
              onRemember={setRemember}
              error={errors.otp}
              is_tried={is_tried}
            />
          ) : (
            <>
              <TextField
                name="email"
                label={t.email}
                required
                autoFocus
                type="email"
                autoComplete="username"
                value={entered.email}
                onChange={fill('email')}
                error={errors.email}
                {...(is_tried ? { touched: true } : {})}
              />
              <PasswordField
                name="password"
                label={t.password}
                required
                autoComplete="current-password"
                value={entered.password}
                onChange={fill('password')}
                error={errors.password}
                {...(is_tried ? { touched: true } : {})}
              />
            </>
          )}
          <Button type="submit" loading={is_busy} fullWidth size="md">
            {t.title}
          </Button>
          <PasskeyButton
            signIn={signInByPasskey}
            onSignedIn={onSignedIn}
            onFailed={(detail) => setProblem({ detail, status_code: 0 })}
          />
          {!needs_otp && (
            <Anchor component={Link} to="/forgot-password" ta="center" display="block">
              {t.forgot_password}
            </Anchor>
          )}
          {!needs_otp && (
            <Text ta="center" fz="sm">
              {t.no_account}{' '}
              <Anchor component={Link} to="/register" fz="sm">
                {t.register}
              </Anchor>
            </Text>
          )}
          {needs_otp && (
            <Button variant="subtle" onClick={() => setNeedsOtp(false)}>
              {t.back}
            </Button>
          )}
        </Stack>
      </form>
    </PublicFrame>
  );
}

/** Why the sign-in failed, and how to continue when the email is not confirmed yet. */
function SignInProblem({ problem, email }: { problem: Problem; email: string }) {
  return (
    <Alert color="red" variant="light" role="alert" styles={{ message: { color: 'var(--mantine-color-error)' } }}>
      {problem.detail}
      {problem.code === EMAIL_NOT_VERIFIED && (
        <Anchor component={Link} to={`/resend-email/${encodeURIComponent(email)}`} display="block">
          {messages().resend_email}
        </Anchor>
      )}
    </Alert>
  );
}
