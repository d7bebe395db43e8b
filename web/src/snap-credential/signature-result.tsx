import { Alert, CopyButton, ActionIcon, Stack, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { messages as uiMessages } from '../ui/messages.ts';
import type { Comparison } from './signature.ts';
import type { TesterResult } from './signature-tester.tsx';
import classes from './snap-credential.module.css';
import { testerMessages } from './tester-messages.ts';

const STEPS = ['minified', 'body_sha256', 'string_to_sign', 'signature'] as const;

/** The comparison first, because it is the answer; then each step. */
export function SignatureResult({ result: { steps, signature, string } }: { result: TesterResult }) {
  const t = testerMessages();
  const is_string_at_fault = string !== null && string.kind !== 'same';
  return (
    <Stack gap="md">
      <div role="status">
        <Stack gap="xs">
          {string !== null && (
            <Outcome comparison={string} same={t.results.string_same} unknown={t.results.string_unknown} />
          )}
          {signature !== null && !(is_string_at_fault && signature.kind === 'unknown') && (
            <Outcome comparison={signature} same={t.results.same} unknown={t.results.unknown} />
          )}
        </Stack>
      </div>
      <ol className={classes.steps} aria-label={t.title}>
        {STEPS.map((step) => (
          <Step key={step} name={t.steps[step]} value={steps[step]} />
        ))}
      </ol>
    </Stack>
  );
}

function Outcome({ comparison, same, unknown }: { comparison: Comparison; same: string; unknown: string }) {
  const t = testerMessages();
  if (comparison.kind === 'same')
    return (
      <Alert variant="light" color="green">
        {same}
      </Alert>
    );
  if (comparison.kind === 'unknown')
    return (
      <Alert variant="light" color="red">
        {unknown}
      </Alert>
    );
  return (
    <Alert variant="light" color="red" title={t.first}>
      {t.differences[comparison.at]}
    </Alert>
  );
}

function Step({ name, value }: { name: string; value: string }) {
  const t = testerMessages();
  const ui = uiMessages();
  return (
    <li className={classes.step}>
      <span className={classes.step_head}>
        {name}
        <CopyButton value={value} timeout={1_500}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? ui.copied : ui.copy}>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={ui.copy_of(name)} onClick={copy}>
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </span>
      <code className={classes.value}>{value === '' ? t.empty_body : value}</code>
    </li>
  );
}
