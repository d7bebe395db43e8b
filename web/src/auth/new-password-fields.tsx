// The styles of the frame are not loaded before sign-in.
import '@mantine/core/styles/Progress.css';
import { PASSWORD_MAX } from '@dasbor/contract/password-limits';
import {
  type PasswordOwner,
  WEAKNESS_TEXTS,
  findPasswordWeakness,
  scorePassword,
} from '@dasbor/contract/password-strength';
import { Progress, Stack, Text } from '@mantine/core';
import { currentLanguage } from '../ui/define-messages.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { messages } from './account-messages.ts';

export interface NewPassword {
  chosen: string;
  repeated: string;
}

export const NO_PASSWORD: NewPassword = { chosen: '', repeated: '' };

/** Validation errors by field; empty when both are valid. */
export function validateNewPassword({ chosen, repeated }: NewPassword, owner: PasswordOwner): Partial<NewPassword> {
  const weakness = findPasswordWeakness(chosen, owner);
  return {
    ...(weakness === null ? {} : { chosen: WEAKNESS_TEXTS[weakness][currentLanguage()] }),
    ...(chosen === repeated ? {} : { repeated: messages().password.unequal }),
  };
}

export interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  owner: PasswordOwner;
  /** Error of the server about the password. */
  refusal: string | null;
  is_tried: boolean;
}

/** A new password twice, with its rules and strength. */
export function NewPasswordFields({ value, onChange, owner, refusal, is_tried }: NewPasswordFieldsProps) {
  const t = messages().password;
  const errors = validateNewPassword(value, owner);
  const shown = refusal ?? errors.chosen;
  return (
    <Stack gap="md">
      <div>
        <PasswordField
          name="new_password"
          label={t.new}
          description={t.rules}
          required
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={value.chosen}
          onChange={(chosen) => onChange({ ...value, chosen })}
          error={shown}
          {...(is_tried || refusal !== null ? { touched: true } : {})}
        />
        {value.chosen !== '' && <PasswordStrength password={value.chosen} owner={owner} />}
      </div>
      <PasswordField
        name="repeated_password"
        label={t.confirm}
        required
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={value.repeated}
        onChange={(repeated) => onChange({ ...value, repeated })}
        error={errors.repeated}
        {...(is_tried ? { touched: true } : {})}
      />
    </Stack>
  );
}

const COLORS = { 0: 'red.7', 1: 'orange.6', 2: 'teal.6', 3: 'teal.8' } as const;

function PasswordStrength({ password, owner }: { password: string; owner: PasswordOwner }) {
  const t = messages().password;
  const score = scorePassword(password, owner);
  return (
    <div role="status" style={{ marginTop: 8 }}>
      <Progress value={25 * (score + 1)} color={COLORS[score]} size={4} aria-hidden />
      <Text fz="xs" c="dimmed" mt={4}>
        {t.strength}: {t.scores[score]}
      </Text>
    </div>
  );
}
