import { SNAP_PUBLIC_KEY_MAX } from '@dasbor/contract/snap-credential';
import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages } from './messages.ts';
import classes from './snap-credential.module.css';

interface PublicKeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  required?: boolean;
}

/** A public key in PEM format, pasted or from a file. The server checks it. */
export function PublicKeyField({ value, onChange, error, required = false }: PublicKeyFieldProps) {
  const t = messages().form;
  const readFile = (file: File | null): void => {
    if (file !== null) void file.slice(0, SNAP_PUBLIC_KEY_MAX).text().then(onChange);
  };
  return (
    <div>
      <Textarea
        className={classes.pem}
        label={fieldLabel({ label: t.public_key, required })}
        aria-required={required}
        description={required ? t.public_key_line : t.public_key_later}
        placeholder="-----BEGIN PUBLIC KEY-----"
        autosize
        minRows={4}
        maxRows={10}
        maxLength={SNAP_PUBLIC_KEY_MAX}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      <Group mt={8}>
        <FileButton accept=".pem,.pub,.txt,.key" onChange={readFile}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
              {t.choose_file}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  );
}
