import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DeliveryForm, SftpField } from './delivery-rules.ts';
import classes from '../manage-notifications/manage-notifications.module.css';
import { Callout } from '../ui/callout.tsx';

export interface SftpFieldsProps {
  form: Pick<DeliveryForm, 'host' | 'username' | 'password'>;
  /** A stored password stands in for an empty one. */
  keeps_password: boolean;
  /** A password is stored, but for another host or user name. */
  loses_password: boolean;
  missing: readonly SftpField[];
  /** What the server found wrong, by its own field names. */
  refused: Record<string, string>;
  /** Why the form can be neither saved nor tested. */
  problem: string | undefined;
  is_disabled: boolean;
  is_testing: boolean;
  /** The host key, below the fields. */
  children?: ReactNode;
  onChange: (part: Partial<DeliveryForm>) => void;
  onTest: () => void;
}

const MISSING: Record<SftpField, string> = {
  host: 'Please enter the SFTP host.',
  username: 'Please enter the user name.',
  password: 'Please enter the password.',
};

function passwordLine({ keeps_password, loses_password }: SftpFieldsProps): string | undefined {
  if (keeps_password) return 'A password is stored. Leave this empty to keep it.';
  if (loses_password) return 'The stored password belongs to the previous host and user name: please enter it again.';
  return undefined;
}

/** Where the report is put: host, user name, password, and a test of them (specification section 2). */
export function SftpFields(props: SftpFieldsProps) {
  const { form, missing, refused, problem, is_disabled, onChange } = props;
  const errorOf = (field: SftpField) =>
    (missing.includes(field) ? MISSING[field] : null) ??
    refused[`sftp_${field}`] ??
    (field === 'host' ? refused['sftp_port'] : undefined);
  // By itself a field shows its error once it was left; after a failed save or test all of them do.
  const was_asked = problem !== undefined || Object.keys(refused).length > 0;
  const shared = { required: true, disabled: is_disabled, ...(was_asked ? { touched: true } : {}) };
  return (
    <div className={classes.sftp}>
      <TextField
        {...shared}
        label="SFTP host"
        description="Port 22, unless you add another: sftp.company.com:2222"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="sftp.company.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.host}
        error={errorOf('host')}
        onChange={(host) => onChange({ host })}
      />
      <div className={classes.pair}>
        <TextField
          {...shared}
          label="SFTP username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.username}
          error={errorOf('username')}
          onChange={(username) => onChange({ username })}
        />
        <PasswordField
          {...shared}
          label="SFTP password"
          description={passwordLine(props)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={props.keeps_password ? '••••••••••' : ''}
          autoComplete="new-password"
          value={form.password}
          error={errorOf('password')}
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
          Test Connection
        </Button>
        {props.children}
      </div>
    </div>
  );
}
