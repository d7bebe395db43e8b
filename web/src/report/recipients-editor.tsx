import { Button, CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import classes from '../manage-notifications/manage-notifications.module.css';
import { formatRecipientCount, findRecipientError } from './recipients.ts';

export interface RecipientsEditorProps {
  recipients: string[];
  /** What is typed and not added yet. */
  draft: string;
  /** What a save asks for. */
  error: string | undefined;
  is_disabled: boolean;
  onChange: (recipients: string[]) => void;
  onDraft: (draft: string) => void;
}

/** Up to two addresses that get the report; Enter adds like the button (specification sections 2 and 5). */
export function RecipientsEditor({ recipients, draft, error, is_disabled, onChange, onDraft }: RecipientsEditorProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: string) => {
    setProblem(null);
    onDraft(next);
  };
  const add = () => {
    const found = findRecipientError(draft, recipients);
    setProblem(found);
    if (found !== null) return;
    onChange([...recipients, draft.trim()]);
    onDraft('');
  };
  const remove = (address: string) => {
    setProblem(null);
    onChange(recipients.filter((added) => added !== address));
  };
  return (
    <div>
      <div className={classes.add_recipient}>
        <TextField
          label="Email recipients"
          required
          className={classes.grows}
          placeholder="name@company.com"
          inputMode="email"
          autoComplete="off"
          disabled={is_disabled}
          value={draft}
          onChange={change}
          touched
          error={problem ?? error}
          onKeyDown={(event) => {
            // While an input method composes, Enter belongs to it.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" className={classes.beside_field} disabled={is_disabled} onClick={add}>
          Add
        </Button>
      </div>
      <p className={classes.counter} role="status">
        {formatRecipientCount(recipients.length)}
      </p>
      {recipients.length > 0 && (
        <ul className={classes.recipients} aria-label="Email recipients">
          {recipients.map((address) => (
            <li key={address} className={classes.recipient}>
              <IconMail size={16} stroke={1.7} aria-hidden className={classes.lock} />
              <span className={classes.address}>{address}</span>
              <CloseButton
                size="sm"
                disabled={is_disabled}
                aria-label={`Remove ${address}`}
                onClick={() => remove(address)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
