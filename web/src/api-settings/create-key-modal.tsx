import { KEY_DESCRIPTION_MAX, KEY_NAME_MAX, type NewApiKey, createApiKey } from '@dasbor/contract/api-settings';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import { DateField } from '../ui/date-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccessMatrix } from './access-matrix.tsx';
import { type KeyLevels, PRESETS, type Preset, buildPreset, toAccess } from './access-levels.ts';
import { EXPIRIES, type Expiry, parseLines, toExpiry } from './key-expiry.ts';
import { messages } from './messages.ts';
import { useKeyChange } from './mutations.ts';
import { NetworksField } from './networks-field.tsx';

interface CreateKeyModalProps {
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

/** Creates a key: name, access by group, expiry and networks. */
export function CreateKeyModal({ onClose, onCreated }: CreateKeyModalProps) {
  const t = messages();
  return (
    <Modal opened onClose={onClose} title={t.form.title} size={640} closeButtonProps={{ 'aria-label': t.close }}>
      <CreateKeyForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function CreateKeyForm({ onClose, onCreated }: CreateKeyModalProps) {
  const t = messages().form;
  const { levelOf } = useSignedIn();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [levels, setLevels] = useState<KeyLevels>(() => buildPreset('custom', levelOf));
  const [preset, setPreset] = useState<Preset>('custom');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [day, setDay] = useState('');
  const [networks, setNetworks] = useState('');
  const [is_tried, setTried] = useState(false);
  const access = toAccess(levels);
  const expires_at = toExpiry(expiry, day, useNow(60_000));
  const is_valid = name.trim() !== '' && access.length > 0 && expires_at !== null;
  const creating = useKeyChange(
    () =>
      call(createApiKey, {
        body: {
          name: name.trim(),
          access,
          ...(description.trim() === '' ? {} : { description: description.trim() }),
          ...(typeof expires_at === 'string' ? { expires_at } : {}),
          allowed_cidrs: parseLines(networks),
        },
      }),
    { onDone: ({ data }) => onCreated(data) },
  );
  const refusal = creating.isError ? toProblem(creating.error) : null;
  const is_of_networks = refusal?.code === 'invalid_cidr';
  const submit = () => {
    setTried(true);
    if (is_valid && !creating.isPending) creating.mutate(undefined);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TextField
          label={t.name}
          required
          maxLength={KEY_NAME_MAX}
          value={name}
          onChange={setName}
          error={name.trim() === '' ? t.name_missing : undefined}
          touched={is_tried}
          data-autofocus
        />
        <TextField
          label={t.description}
          maxLength={KEY_DESCRIPTION_MAX}
          value={description}
          onChange={setDescription}
        />
        <Choice
          label={t.preset}
          values={PRESETS}
          names={t.presets}
          value={preset}
          onChange={(next) => {
            setPreset(next);
            if (next !== 'custom') setLevels(buildPreset(next, levelOf));
          }}
        />
        <div>
          <AccessMatrix
            levels={levels}
            onChange={(next) => {
              setPreset('custom');
              setLevels(next);
            }}
          />
          <Text fz="xs" mt={6} c={is_tried && access.length === 0 ? 'red' : 'dimmed'} role="status">
            {is_tried && access.length === 0 ? t.access_missing : t.own_access}
          </Text>
        </div>
        <Choice label={t.expiry} values={EXPIRIES} names={t.expiries} value={expiry} onChange={setExpiry} />
        {expiry === 'date' && (
          <DateField
            label={t.date}
            required
            description={t.date_line}
            value={day}
            onChange={setDay}
            error={expires_at === null ? t.date_missing : undefined}
            touched={is_tried}
          />
        )}
        <NetworksField value={networks} onChange={setNetworks} error={is_of_networks ? refusal.detail : undefined} />
        {refusal !== null && !is_of_networks && (
          <Alert color="red" role="alert">
            {refusal.detail}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, names, value, onChange }: ChoiceProps<Value>) {
  const options = values.map((id) => ({ id, name: names[id] }));
  return (
    <SelectField
      label={label}
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(next) => next !== null && onChange(next.id)}
    />
  );
}
