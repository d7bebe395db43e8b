import { CUSTOM_FIELDS_MAX } from '@dasbor/contract/payment-link-terms';
import { ActionIcon, Button, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLinkForm, useTextField } from './form-context.ts';
import { type FieldRequirement, STANDARD_FIELDS, buildRowKey } from './link-form.ts';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

const REQUIREMENTS = ['no', 'optional', 'required'] as const;

/** The customer of the link, and the fields that the payer fills in. */
export function CustomerFields() {
  const t = formMessages().customer_fields;
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <div className={classes.pair}>
          <TextField {...useTextField('customer_name', 'customer.name')} label={t.name} />
          <TextField {...useTextField('customer_email', 'customer.email')} label={t.email} type="email" />
          <TextField
            {...useTextField('customer_phone', 'customer.phone')}
            label={t.phone}
            type="tel"
            placeholder="081234567890"
          />
          <TextField {...useTextField('merchant_reference')} label={t.reference} description={t.reference_hint} />
        </div>
        <CollectedFields />
      </Stack>
    </Panel>
  );
}

function CollectedFields() {
  const t = formMessages().customer_fields;
  const { form, errors, is_submitted, change } = useLinkForm();
  const { requirements: asked, questions } = form;
  const set = (next: typeof questions) => change({ questions: next });
  return (
    <div>
      <Text fw={500}>{t.collected}</Text>
      <Stack gap={8} mt={8}>
        {STANDARD_FIELDS.map((kind) => (
          <Group key={kind} justify="space-between" wrap="nowrap">
            <Text id={`ask-${kind}`}>{messages().fields[kind]}</Text>
            <SegmentedControl
              size="xs"
              aria-labelledby={`ask-${kind}`}
              data={REQUIREMENTS.map((value) => ({ value, label: t[value] }))}
              value={asked[kind]}
              onChange={(value) => change({ requirements: { ...asked, [kind]: value as FieldRequirement } })}
            />
          </Group>
        ))}
        {questions.map((question, index) => (
          <Group key={question.key} align="end" wrap="nowrap" gap={8}>
            <TextField
              label={t.question(index + 1)}
              style={{ flex: 1 }}
              maxLength={60}
              placeholder={t.question_example}
              value={question.label}
              error={errors['collect_fields'] ?? errors[`collect_fields.${index}.label`]}
              touched={is_submitted}
              onChange={(label) =>
                set(questions.map((each) => (each.key === question.key ? { ...each, label } : each)))
              }
            />
            <Switch
              label={t.required}
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
              aria-label={t.remove_question(index + 1)}
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
            onClick={() => set([...questions, { key: buildRowKey(), label: '', required: true }])}
          >
            {t.add_question}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
