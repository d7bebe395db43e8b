import { PASSWORD_MIN } from '@dasbor/contract/password-limits';
import { acceptInvitation, checkInvitation, registerMember } from '@dasbor/contract/register-member';
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type Invitation, InvitationHeader, ErrorAlert } from './invitation-header.tsx';
import { messages } from './register-member-messages.ts';
import { StaffForm, type StaffFormProps } from './staff-form.tsx';
import { useRequest } from './use-request.ts';

export interface RegisterMemberScreenProps extends Pick<
  StaffFormProps,
  'renderKey' | 'renderRecoveryCodes' | 'onSetUp'
> {
  logo: ReactNode;
  token: string;
  /** Email of the user who is signed in in this browser; null for none. */
  signed_in_as: string | null;
  signIn: (credentials: { email: string; password: string }) => Promise<void>;
  onSignedIn: () => void;
  /** Called when the signed-in user joined the merchant or account group. */
  onJoined: (joined: { merchant_id: string | null; group_id: string | null }) => Promise<void>;
}

/** Accepts an invitation: creates an account or joins with the existing one, then signs in. */
export function RegisterMemberScreen({ logo, ...props }: RegisterMemberScreenProps) {
  const { token } = props;
  const t = messages();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [failure, setFailure] = useState<string | null>(token === '' ? t.missing : null);
  useEffect(() => {
    document.title = `${messages().tab} · Dasbor`;
    if (token === '') return;
    call(checkInvitation, { body: { token } }).then(
      ({ data }) => setInvitation(data),
      (error: unknown) => setFailure(toProblem(error).detail),
    );
  }, [token]);
  return (
    <PublicFrame logo={logo}>
      {failure !== null ? (
        <Stack gap="md">
          <Title order={1} fz={22}>
            {t.not_valid}
          </Title>
          <Text role="alert">{failure}</Text>
          <Anchor href="/login">{t.sign_in}</Anchor>
        </Stack>
      ) : invitation === null ? (
        <Stack gap="md" aria-busy>
          {[28, 20, 56, 56, 42].map((height, place) => (
            <Skeleton key={place} h={height} radius={8} />
          ))}
        </Stack>
      ) : invitation.has_account && invitation.email === props.signed_in_as ? (
        <JoinPanel invitation={invitation} token={token} onJoined={props.onJoined} />
      ) : invitation.is_staff ? (
        <StaffForm invitation={invitation} {...props} />
      ) : (
        <RegistrationForm invitation={invitation} {...props} />
      )}
    </PublicFrame>
  );
}

interface JoinPanelProps extends Pick<RegisterMemberScreenProps, 'token' | 'onJoined'> {
  invitation: Invitation;
}

/** The invited person is signed in already: their session proves who they are. */
function JoinPanel({ invitation, token, onJoined }: JoinPanelProps) {
  const t = messages();
  const joining = useRequest();
  const join = async (): Promise<void> => {
    const { data } = await call(acceptInvitation, { body: { token } });
    await onJoined(data);
  };
  return (
    <Stack gap="md">
      <InvitationHeader invitation={invitation} />
      {joining.problem !== null && <ErrorAlert detail={joining.problem.detail} />}
      <Text fz="sm">{t.signed_in_line(invitation.email)}</Text>
      <Button loading={joining.status !== 'idle'} fullWidth size="md" onClick={() => joining.send(join)}>
        {t.accept}
      </Button>
    </Stack>
  );
}

interface FormProps extends Omit<RegisterMemberScreenProps, 'logo'> {
  invitation: Invitation;
}

function RegistrationForm({ invitation, token, signed_in_as, signIn, onSignedIn }: FormProps) {
  const t = messages();
  const { email, has_account } = invitation;
  const [entered, setEntered] = useState({ name: '', phone: '', password: '' });
  const [is_tried, setTried] = useState(false);
  const [is_busy, setBusy] = useState(false);
  const [detail, setDetail] = useState<string | null>(null);
  const errors = {
    name: !has_account && entered.name.trim() === '' ? t.enter_name : undefined,
    password: has_account
      ? entered.password === ''
        ? t.enter_password
        : undefined
      : entered.password.length < PASSWORD_MIN
        ? t.enter_new_password
        : undefined,
  };
  const fill = (field: keyof typeof entered) => (value: string) =>
    setEntered((before) => ({ ...before, [field]: value }));

  async function submit(form: HTMLFormElement): Promise<void> {
    setTried(true);
    const first = errors.name ? 'name' : errors.password ? 'password' : null;
    if (first !== null) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setDetail(null);
    const { name, phone, password } = entered;
    const person = {
      name: name.trim(),
      locale: currentLanguage(),
      ...(phone.trim() === '' ? {} : { phone: phone.trim().replaceAll(/[\s-]/g, '') }),
    };
    try {
      await call(registerMember, { body: { token, password, ...(has_account ? {} : person) } });
      await signIn({ email, password });
      onSignedIn();
    } catch (error) {
      const problem = toProblem(error);
      // Joined; the account asks for its second factor on the sign-in screen.
      if (problem.code === 'otp_required') return onSignedIn();
      setDetail(problem.detail);
      setBusy(false);
    }
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
        {detail !== null && <ErrorAlert detail={detail} />}
        {signed_in_as !== null && <Text fz="sm">{t.other_person_line(signed_in_as, email)}</Text>}
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          onChange={() => undefined}
        />
        {!has_account && (
          <>
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
            <TextField
              label={t.phone}
              name="phone"
              type="tel"
              autoComplete="tel"
              description={t.phone_line}
              value={entered.phone}
              onChange={fill('phone')}
            />
          </>
        )}
        {has_account && <Text fz="sm">{t.existing_line}</Text>}
        <PasswordField
          label={t.password}
          name="password"
          required
          autoComplete={has_account ? 'current-password' : 'new-password'}
          {...(has_account ? {} : { description: t.new_password_line })}
          value={entered.password}
          onChange={fill('password')}
          error={errors.password}
          {...(is_tried ? { touched: true } : {})}
        />
        <Button type="submit" loading={is_busy} fullWidth size="md">
          {t.accept}
        </Button>
      </Stack>
    </form>
  );
}
