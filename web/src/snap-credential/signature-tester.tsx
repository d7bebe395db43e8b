import { SNAP_ENCODINGS, type SnapEncoding } from '@dasbor/contract/snap-credential';
import { toSnapTime } from '@dasbor/contract/time';
import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Callout } from '../ui/callout.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import {
  type Comparison,
  type SignatureInput,
  type SignatureSteps,
  calculateSignature,
  canCalculate,
  compareSignatures,
  compareStrings,
} from './signature.ts';
import { SignatureResult } from './signature-result.tsx';
import classes from './snap-credential.module.css';
import { testerMessages } from './tester-messages.ts';

const METHODS = ['POST', 'PUT', 'DELETE', 'GET'].map((name) => ({ name }));

interface Draft extends SignatureInput {
  given_signature: string;
  given_string: string;
}

const EMPTY: Draft = {
  method: 'POST',
  path: '/snap/v1.0/qr/qr-mpm-query',
  access_token: '',
  timestamp: '',
  body: '',
  secret: '',
  encoding: 'base64',
  given_signature: '',
  given_string: '',
};

export interface TesterResult {
  steps: SignatureSteps;
  signature: Comparison | null;
  string: Comparison | null;
}

async function test(draft: Draft): Promise<TesterResult> {
  const steps = await calculateSignature(draft);
  const { given_signature, given_string } = draft;
  return {
    steps,
    string: given_string.trim() === '' ? null : compareStrings(given_string, steps, draft),
    signature: given_signature.trim() === '' ? null : await compareSignatures(given_signature, steps, draft),
  };
}

/** Calculates a signature step by step and compares it with another one. Nothing of it is stored or sent. */
export function SignatureTester() {
  const t = testerMessages();
  const [draft, setDraft] = useState(EMPTY);
  const [result, setResult] = useState<TesterResult | null>(null);
  const [is_tried, setTried] = useState(false);
  // A result belongs to the values that it was calculated from.
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setResult(null);
  };
  const is_complete = draft.path.startsWith('/') && draft.timestamp !== '' && draft.secret !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (is_complete) void test(draft).then(setResult);
  };
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {t.line}
        </Text>
        {!canCalculate() && <Callout kind="warning">{t.insecure}</Callout>}
        <form noValidate onSubmit={submit} autoComplete="off">
          <Stack gap="md">
            <RequestFields draft={draft} onChange={set} />
            <ComparisonFields draft={draft} onChange={set} />
            {is_tried && !is_complete && (
              <Text fz="sm" c="red" role="alert">
                {t.missing}
              </Text>
            )}
            <Group>
              <Button type="submit" disabled={!canCalculate()}>
                {t.submit}
              </Button>
            </Group>
          </Stack>
        </form>
        {result !== null && <SignatureResult result={result} />}
      </Stack>
    </Panel>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

function RequestFields({ draft, onChange }: FieldsProps) {
  const t = testerMessages();
  const encodings = SNAP_ENCODINGS.map((id: SnapEncoding) => ({ id, name: t.encodings[id] }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.mono}>
        <SelectField
          label={t.method}
          options={METHODS}
          value={METHODS.find(({ name }) => name === draft.method) ?? null}
          onChange={(one) => one !== null && onChange({ method: one.name })}
        />
        <TextField label={t.path} required value={draft.path} onChange={(path) => onChange({ path: path.trim() })} />
        <TextField
          label={t.access_token}
          description={t.token_line}
          value={draft.access_token}
          onChange={(token) => onChange({ access_token: token.trim() })}
        />
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            <TextField
              label={t.timestamp}
              required
              placeholder="2026-11-22T14:05:00+07:00"
              value={draft.timestamp}
              onChange={(timestamp) => onChange({ timestamp: timestamp.trim() })}
            />
          </div>
          <Button variant="default" onClick={() => onChange({ timestamp: toSnapTime(new Date()) })}>
            {t.now}
          </Button>
        </Group>
      </SimpleGrid>
      <Textarea
        className={classes.mono}
        label={t.body}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        value={draft.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PasswordInput
          label={fieldLabel({ label: t.secret, required: true })}
          autoComplete="off"
          value={draft.secret}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
        <SelectField
          label={t.encoding}
          options={encodings}
          value={encodings.find(({ id }) => id === draft.encoding) ?? null}
          onChange={(one) => one !== null && onChange({ encoding: one.id })}
        />
      </SimpleGrid>
    </>
  );
}

function ComparisonFields({ draft, onChange }: FieldsProps) {
  const t = testerMessages();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Textarea
        className={classes.mono}
        label={t.given_signature}
        description={t.given_signature_line}
        autosize
        minRows={2}
        spellCheck={false}
        value={draft.given_signature}
        onChange={(event) => onChange({ given_signature: event.currentTarget.value })}
      />
      <Textarea
        className={classes.mono}
        label={t.given_string}
        description={t.given_string_line}
        autosize
        minRows={2}
        spellCheck={false}
        value={draft.given_string}
        onChange={(event) => onChange({ given_string: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
