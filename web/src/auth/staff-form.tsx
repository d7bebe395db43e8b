import { PASSWORD_MIN } from '@dasbor/contract/password-limits';
import { registerMember, startStaffTotp } from '@dasbor/contract/register-member';
import { Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type Invitation, InvitationHeader, ErrorAlert } from './invitation-header.tsx';
import { messages } from './register-member-messages.ts';

export interface StaffFormProps {
  invitation: Invitation;
  token: string;
  /** The key of an authenticator app; null while it is read. */
  renderKey: (enrolment: { secret: string; uri: string } | null) => ReactNode;
  /** The recovery codes, shown once. */
  renderRecoveryCodes: (codes: string[], onClose: () => void) => ReactNode;
  /** Called when the account is set up: the person signs in with a code. */
  onSetUp: () => void;
}

/** Staff of the provider set up an account with an authenticator app: nobody acts for the provider without one. */
export function StaffForm({ invitation, token, renderKey, renderRecoveryCodes, onSetUp }: StaffFormProps) {
  const t = messages();
  const [entered, setEntered] = useState({ name: '', password: '', otp: '' });
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [is_tried, setTried] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const [detail, setDetail] = useState<string | null>(null);
  useEffect(() => {
    call(startStaffTotp, { body: { token } }).then(
      ({ data }) => setEnrolment(data),
      (error: unknown) => setDetail(toProblem(error).detail),
    );
  }, [token]);
  const errors = {
    name: entered.name.trim() === '' ? t.enter_name : undefined,
    password: entered.password.length < PASSWORD_MIN ? t.enter_new_password : undefined,
    otp: /^\d{6}$/.test(entered.otp) ? undefined : t.enter_code,
  };
  const fill = (field: keyof typeof entered) => (value: string) =>
    setEntered((before) => ({ ...before, [field]: value }));

  async function submit(form: HTMLFormElement): Promise<void> {
    setTried(true);
    const first = (['name', 'password', 'otp'] as const).find((field) => errors[field] !== undefined);
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setDetail(null);
    const { name, password, otp } = entered;
    const body = { token, password, name: name.trim(), locale: currentLanguage(), otp };
    try {
      const { data } = await call(registerMember, { body });
      setCodes(data.recovery_codes ?? []);
    } catch (error) {
      setDetail(toProblem(error).detail);
    }
    setBusy(false);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      noValidate
    >
      <Stack gap="md">
        <InvitationHeader invitation={invitation} />
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          value={invitation.email}
          onChange={() => undefined}
        />
        <TextField
          label={t.name}
          name="name"
          required
          autoComplete="name"
          maxLength={100}
          value={entered.name}
          onChange={fill('name')}
          error={errors.name}
          touched={is_tried}
        />
        <PasswordField
          label={t.password}
          name="password"
          required
          autoComplete="new-password"
          description={t.new_password_line}
          value={entered.password}
          onChange={fill('password')}
          error={errors.password}
          {...(is_tried ? { touched: true } : {})}
        />
        <div>
          <Title order={2} fz={16}>
            {t.factor_title}
          </Title>
          <Text c="dimmed" fz="sm">
            {t.factor_line}
          </Text>
        </div>
        {renderKey(enrolment)}
        <TextField
          label={t.code}
          name="otp"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          description={t.code_line}
          value={entered.otp}
          onChange={(value) => fill('otp')(value.replaceAll(/\D/g, ''))}
          error={errors.otp}
          touched={is_tried}
        />
        {detail !== null && <ErrorAlert detail={detail} />}
        <Button type="submit" loading={is_busy} disabled={enrolment === null} fullWidth size="md">
          {t.accept}
        </Button>
      </Stack>
      {codes !== null && renderRecoveryCodes(codes, onSetUp)}
    </form>
  );
}
