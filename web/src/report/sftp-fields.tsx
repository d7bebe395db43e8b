import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DeliveryForm, SftpField } from './delivery-rules.ts';
import classes from './configuration.module.css';
import { messages } from './messages.ts';
import { Callout } from '../ui/callout.tsx';

export interface SftpFieldsProps {
  form: Pick<DeliveryForm, 'host' | 'username' | 'password'>;
  /** An empty password keeps the stored one. */
  keeps_password: boolean;
  /** A password is stored for another host or username. */
  loses_password: boolean;
  missing: readonly SftpField[];
  /** Errors of the server, by field. */
  refused: Record<string, string>;
  /** Validation error of a save or test. */
  problem: string | undefined;
  is_disabled: boolean;
  is_testing: boolean;
  /** The host key, below the fields. */
  children?: ReactNode;
  onChange: (part: Partial<DeliveryForm>) => void;
  onTest: () => void;
}

function passwordLine({ keeps_password, loses_password }: SftpFieldsProps): string | undefined {
  if (keeps_password) return messages().sftp.password_stored;
  if (loses_password) return messages().sftp.password_lost;
  return undefined;
}

/** Host, username and password of the SFTP server, with a connection test (specification section 2). */
export function SftpFields(props: SftpFieldsProps) {
  const t = messages().sftp;
  const { form, missing, refused, problem, is_disabled, onChange } = props;
  const findError = (field: SftpField) =>
    (missing.includes(field) ? t[`${field}_missing`] : null) ??
    refused[`sftp_${field}`] ??
    (field === 'host' ? refused['sftp_port'] : undefined);
  // A field shows its error once it was left; after a failed save or test every field does.
  const was_submitted = problem !== undefined || Object.keys(refused).length > 0;
  const shared = { required: true, disabled: is_disabled, ...(was_submitted ? { touched: true } : {}) };
  return (
    <div className={classes.sftp}>
      <TextField
        {...shared}
        label={t.host}
        description={t.host_line}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="sftp.company.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.host}
        error={findError('host')}
        onChange={(host) => onChange({ host })}
      />
      <div className={classes.pair}>
        <TextField
          {...shared}
          label={t.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.username}
          error={findError('username')}
          onChange={(username) => onChange({ username })}
        />
        <PasswordField
          {...shared}
          label={t.password}
          description={passwordLine(props)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={props.keeps_password ? '••••••••••' : ''}
          autoComplete="new-password"
          value={form.password}
          error={findError('password')}
          onChange={(password) => onChange({ password })}
        />
      </div>
      {problem !== undefined && <Callout kind="error">{problem}</Callout>}
      <div className={classes.test}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          disabled={is_disabled}
          loading={props.is_testing}
          onClick={props.onTest}
        >
          {t.test}
        </Button>
        {props.children}
      </div>
    </div>
  );
}
