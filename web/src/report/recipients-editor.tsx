import { Button, CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import classes from './configuration.module.css';
import { messages } from './messages.ts';
import { formatRecipientCount, findRecipientError } from './recipients.ts';

export interface RecipientsEditorProps {
  recipients: string[];
  /** The typed address that is not added yet. */
  draft: string;
  /** Validation error of a save. */
  error: string | undefined;
  is_disabled: boolean;
  onChange: (recipients: string[]) => void;
  onDraft: (draft: string) => void;
}

/** Up to two recipients; Enter adds the typed address (specification sections 2 and 5). */
export function RecipientsEditor({ recipients, draft, error, is_disabled, onChange, onDraft }: RecipientsEditorProps) {
  const t = messages().recipients;
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
          label={t.label}
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
            // During input method composition Enter confirms the composition.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" className={classes.field_button} disabled={is_disabled} onClick={add}>
          {t.add}
        </Button>
      </div>
      <p className={classes.counter} role="status">
        {formatRecipientCount(recipients.length)}
      </p>
      {recipients.length > 0 && (
        <ul className={classes.recipients} aria-label={t.label}>
          {recipients.map((address) => (
            <li key={address} className={classes.recipient}>
              <IconMail size={16} stroke={1.7} aria-hidden className={classes.lock} />
              <span className={classes.address}>{address}</span>
              <CloseButton
                size="sm"
                disabled={is_disabled}
                aria-label={t.remove(address)}
                onClick={() => remove(address)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
