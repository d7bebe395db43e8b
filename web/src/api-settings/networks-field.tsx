import { Textarea } from '@mantine/core';
import { messages } from './messages.ts';

interface NetworksFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Addresses and networks of a key, one per line. The server checks them. */
export const NetworksField = ({ value, onChange, error }: NetworksFieldProps) => (
  <Textarea
    label={messages().form.networks}
    description={messages().form.networks_line}
    placeholder="203.0.113.0/24"
    autosize
    minRows={2}
    maxRows={8}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
  />
);
