// The styles of the frame are not loaded before sign-in.
import '@mantine/core/styles/Skeleton.css';
import {
  MOBILE_CODE_DIGITS,
  confirmMobileCode,
  getMobileVerification,
  sendMobileCode,
} from '@dasbor/contract/mobile-verification';
import { isPhone } from '@dasbor/contract/phone-number';
import type { Output } from '@dasbor/contract/route';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { useNow } from '../ui/clock.ts';
import { Countdown, formatRemaining } from '../ui/countdown.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccountPage } from './account-page.tsx';
import { messages } from './register-messages.ts';
import { useRequest } from './use-request.ts';

type State = Output<typeof getMobileVerification>['data'];

export interface MobileVerificationScreenProps {
  logo: ReactNode;
  is_signed_in: boolean;
  /** Called by the button that continues once the number is verified. */
  onContinue: () => void;
}

/** Proves the mobile number of the signed-in user by a code in a text message. */
export function MobileVerificationScreen({ is_signed_in, ...rest }: MobileVerificationScreenProps) {
  const t = messages().mobile;
  if (is_signed_in) return <VerificationSteps {...rest} />;
  return (
    <AccountPage logo={rest.logo} title={t.title} line={t.sign_in_first} footer={null}>
      <Button component="a" href="/login?redirect=%2Fmobile-verification" size="md">
        {messages().sign_in}
      </Button>
    </AccountPage>
  );
}

function VerificationSteps({ logo, onContinue }: Omit<MobileVerificationScreenProps, 'is_signed_in'>) {
  const t = messages().mobile;
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [is_editing, setEditing] = useState(false);
  const load = useCallback(() => {
    call(getMobileVerification).then(
      ({ data }) => setState(data),
      (error: unknown) => setFailure(toProblem(error).detail),
    );
  }, []);
  useEffect(load, [load]);
  const onState = (next: State): void => {
    setState(next);
    setEditing(false);
  };

  if (state === null) {
    return (
      <AccountPage logo={logo} title={t.title} line={t.line} footer={null}>
        {failure === null ? (
          <Stack gap="md" aria-busy>
            <Skeleton h={56} radius={8} />
            <Skeleton h={42} radius={8} />
          </Stack>
        ) : (
          <Callout kind="error">
            {t.load_failed} {failure}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setFailure(null);
                load();
              }}
            >
              {t.retry}
            </Button>
          </Callout>
        )}
      </AccountPage>
    );
  }
  if (state.verified_at !== null && state.code === null && !is_editing) {
    return (
      <AccountPage logo={logo} title={t.verified} line={t.verified_line(state.phone ?? '')} footer={null}>
        <Button size="md" onClick={onContinue}>
          {t.continue}
        </Button>
        <Button variant="subtle" onClick={() => setEditing(true)}>
          {t.change_number}
        </Button>
      </AccountPage>
    );
  }
  if (state.code === null || is_editing) {
    return (
      <AccountPage logo={logo} title={t.title} line={t.line} footer={null}>
        <NumberForm state={state} onState={onState} />
      </AccountPage>
    );
  }
  return (
    <AccountPage logo={logo} title={t.title} line={t.sent(state.code.phone)} footer={null}>
      <CodeForm key={state.code.expires_at} state={state} onState={onState} onChangeNumber={() => setEditing(true)} />
    </AccountPage>
  );
}

interface FormProps {
  state: State;
  onState: (state: State) => void;
}

const problemCallout = (detail: string | undefined): ReactNode =>
  detail === undefined ? null : <Callout kind="error">{detail}</Callout>;

function NumberForm({ state, onState }: FormProps) {
  const t = messages().mobile;
  const [phone, setPhone] = useState(state.phone ?? '');
  const [is_tried, setTried] = useState(false);
  const sending = useRequest();
  const error = isPhone(phone) ? undefined : messages().enter_phone;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (error === undefined) {
      sending.send(async () => onState((await call(sendMobileCode, { body: { phone } })).data));
    }
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {problemCallout(sending.problem?.detail)}
        <TextField
          label={t.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          maxLength={30}
          value={phone}
          onChange={setPhone}
          error={error}
          touched={is_tried}
        />
        <Button type="submit" size="md" loading={sending.status === 'busy'}>
          {t.send}
        </Button>
      </Stack>
    </form>
  );
}

function CodeForm({ state, onState, onChangeNumber }: FormProps & { onChangeNumber: () => void }) {
  const t = messages().mobile;
  const [code, setCode] = useState('');
  const [is_tried, setTried] = useState(false);
  const confirming = useRequest();
  const now = useNow(1_000);
  const error = new RegExp(`^\\d{${MOBILE_CODE_DIGITS}}$`).test(code) ? undefined : t.enter_code;
  const is_expired = state.code === null || Date.parse(state.code.expires_at) <= now.getTime();
  const wait_until = state.next_code_at;
  const must_wait = wait_until !== null && Date.parse(wait_until) > now.getTime();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (error === undefined) {
      confirming.send(async () => onState((await call(confirmMobileCode, { body: { code } })).data));
    }
  };
  const resend = (): void =>
    confirming.send(async () =>
      onState((await call(sendMobileCode, { body: state.code === null ? {} : { phone: state.code.phone } })).data),
    );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {problemCallout(is_expired ? t.expired : confirming.problem?.detail)}
        <TextField
          label={t.code}
          name="code"
          description={t.code_line}
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={MOBILE_CODE_DIGITS}
          value={code}
          onChange={(value) => {
            setCode(value.replaceAll(/\D/g, ''));
            confirming.reset();
          }}
          error={error}
          touched={is_tried}
        />
        {state.code !== null && !is_expired && (
          <Text fz="sm" c="dimmed">
            {t.expires} <Countdown until={state.code.expires_at} over={t.expired} />
          </Text>
        )}
        <Button type="submit" size="md" loading={confirming.status === 'busy'} disabled={is_expired}>
          {t.confirm}
        </Button>
        <Button variant="light" disabled={must_wait || confirming.status === 'busy'} onClick={resend}>
          {must_wait && wait_until !== null ? t.resend_in(formatRemaining(wait_until, now)) : t.resend}
        </Button>
        <Button variant="subtle" onClick={onChangeNumber}>
          {t.change}
        </Button>
      </Stack>
    </form>
  );
}
