import { CUSTOM_FIELDS_MAX } from '@dasbor/contract/payment-link-terms';
import { ActionIcon, Button, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLinkForm, useTextField } from './form-context.ts';
import { type FieldRequirement, KNOWN_FIELDS, type KnownField, newRowKey } from './link-form.ts';
import classes from './payment-link.module.css';

const NAMES: Record<KnownField, string> = { name: 'Name', email: 'E-mail', phone: 'Phone', address: 'Address' };
const ASKED = [
  { value: 'no', label: 'No' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
] as const;

/** Whom the link is for, and what the payer is asked for. */
export function CustomerFields() {
  return (
    <Panel title="Customer">
      <Stack gap="md">
        <div className={classes.pair}>
          <TextField {...useTextField('customer_name', 'customer.name')} label="Customer name" />
          <TextField {...useTextField('customer_email', 'customer.email')} label="Customer e-mail" type="email" />
          <TextField
            {...useTextField('customer_phone', 'customer.phone')}
            label="Customer phone"
            type="tel"
            placeholder="081234567890"
          />
          <TextField {...useTextField('merchant_reference')} label="Reference" description="Your own order number" />
        </div>
        <CollectedFields />
      </Stack>
    </Panel>
  );
}

function CollectedFields() {
  const { form, errors: faults, is_submitted, change } = useLinkForm();
  const { requirements: asked, questions } = form;
  const set = (next: typeof questions) => change({ questions: next });
  return (
    <div>
      <Text fw={500}>What the payer is asked for</Text>
      <Stack gap={8} mt={8}>
        {KNOWN_FIELDS.map((kind) => (
          <Group key={kind} justify="space-between" wrap="nowrap">
            <Text id={`ask-${kind}`}>{NAMES[kind]}</Text>
            <SegmentedControl
              size="xs"
              aria-labelledby={`ask-${kind}`}
              data={ASKED.map((one) => ({ ...one }))}
              value={asked[kind]}
              onChange={(value) => change({ requirements: { ...asked, [kind]: value as FieldRequirement } })}
            />
          </Group>
        ))}
        {questions.map((question, place) => (
          <Group key={question.key} align="end" wrap="nowrap" gap={8}>
            <TextField
              label={`Question ${place + 1}`}
              style={{ flex: 1 }}
              maxLength={60}
              placeholder="Which size?"
              value={question.label}
              error={faults['collect_fields'] ?? faults[`collect_fields.${place}.label`]}
              touched={is_submitted}
              onChange={(label) =>
                set(questions.map((each) => (each.key === question.key ? { ...each, label } : each)))
              }
            />
            <Switch
              label="Required"
              mb={8}
              checked={question.required}
              onChange={(event) => {
                const required = event.currentTarget.checked;
                set(questions.map((each) => (each.key === question.key ? { ...each, required } : each)));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={`Remove question ${place + 1}`}
              onClick={() => set(questions.filter((each) => each.key !== question.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={questions.length >= CUSTOM_FIELDS_MAX}
            onClick={() => set([...questions, { key: newRowKey(), label: '', required: true }])}
          >
            Ask something else
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
