// The styles of the frame are not loaded before sign-in.
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { isPhone } from '@dasbor/contract/phone-number';
import { PERSON_NAME_MAX } from '@dasbor/contract/profile';
import { type RegistrationAccountType, BUSINESS_NAME_MAX, register } from '@dasbor/contract/register';
import { Anchor, Checkbox, Radio, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { TextField } from '../ui/text-field.tsx';
import { AccountPage } from './account-page.tsx';
import { EmailRequestForm } from './email-request-form.tsx';
import { NO_PASSWORD, NewPasswordFields, validateNewPassword } from './new-password-fields.tsx';
import { type Messages, messages } from './register-messages.ts';

const EMPTY = { full_name: '', business_name: '', email: '', phone: '' };
type Entered = typeof EMPTY;

/** Errors by field; empty when the form can be sent. */
function validate(entered: Entered, t: Messages): Partial<Entered> {
  return {
    ...(entered.full_name.trim() === '' ? { full_name: t.enter_full_name } : {}),
    ...(entered.business_name.trim() === '' ? { business_name: t.enter_business_name } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entered.email.trim()) ? {} : { email: t.enter_email }),
    ...(isPhone(entered.phone) ? {} : { phone: t.enter_phone }),
  };
}

/** Registers a business and its owner. The answer never says whether the email has an account already. */
export function RegisterScreen({ logo, onRegistered }: { logo: ReactNode; onRegistered: (email: string) => void }) {
  const t = messages();
  const [account_type, setAccountType] = useState<RegistrationAccountType>('personal');
  const [entered, setEntered] = useState(EMPTY);
  const [password, setPassword] = useState(NO_PASSWORD);
  const [accepts, setAccepts] = useState(false);
  const [is_tried, setTried] = useState(false);
  const owner = { email: entered.email.trim(), name: entered.full_name.trim() };
  const errors = validate(entered, t);
  const is_valid =
    accepts && Object.keys(errors).length === 0 && Object.keys(validateNewPassword(password, owner)).length === 0;
  const submit = async (bot_check: string): Promise<void> => {
    const { full_name, business_name, phone } = entered;
    const { email } = owner;
    const given = { account_type, full_name, business_name, email, phone, password: password.chosen };
    await call(register, { body: { ...given, accepts_terms: true, locale: currentLanguage(), bot_check } });
    onRegistered(email);
  };

  return (
    <AccountPage
      logo={logo}
      title={t.title}
      line={t.line}
      footer={
        <Text ta="center" fz="sm">
          {t.have_account}{' '}
          <Anchor component={Link} to="/login" fz="sm" underline="always">
            {t.sign_in}
          </Anchor>
        </Text>
      }
    >
      <EmailRequestForm
        submit={t.submit}
        validate={(form) => {
          setTried(true);
          if (!is_valid) focusFirstInvalid(form);
          return is_valid;
        }}
        onSubmit={submit}
      >
        <Radio.Group
          label={t.account_type}
          value={account_type}
          onChange={(value) => setAccountType(value as RegistrationAccountType)}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="personal" label={t.personal} description={t.personal_line} />
            <Radio value="enterprise" label={t.enterprise} description={t.enterprise_line} />
          </Stack>
        </Radio.Group>
        <PersonFields entered={entered} errors={errors} is_tried={is_tried} onChange={setEntered} />
        <NewPasswordFields value={password} onChange={setPassword} owner={owner} refusal={null} is_tried={is_tried} />
        <Checkbox
          label={t.terms}
          checked={accepts}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
          error={is_tried && !accepts ? t.accept_terms : undefined}
        />
      </EmailRequestForm>
    </AccountPage>
  );
}

interface PersonFieldsProps {
  entered: Entered;
  errors: Partial<Entered>;
  is_tried: boolean;
  onChange: (entered: Entered) => void;
}

function PersonFields({ entered, errors, is_tried, onChange }: PersonFieldsProps) {
  const t = messages();
  const fill = (name: keyof Entered) => ({
    name,
    label: t[name],
    required: true,
    value: entered[name],
    onChange: (value: string) => onChange({ ...entered, [name]: value }),
    error: errors[name],
    touched: is_tried,
  });
  return (
    <>
      <TextField {...fill('full_name')} autoComplete="name" maxLength={PERSON_NAME_MAX} />
      <TextField
        {...fill('business_name')}
        autoComplete="organization"
        maxLength={BUSINESS_NAME_MAX}
        description={t.business_name_line}
      />
      <TextField {...fill('email')} type="email" autoComplete="username" maxLength={254} />
      <TextField {...fill('phone')} type="tel" autoComplete="tel" maxLength={30} description={t.phone_line} />
    </>
  );
}
