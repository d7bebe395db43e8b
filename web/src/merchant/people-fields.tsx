import { getSignatoryRole } from '@dasbor/contract/business-profile-rules';
import type { EntityType } from '@dasbor/contract/merchant-fields';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import {
  type PersonErrors,
  PersonFields,
  type PersonValues,
  toPersonValues,
  validatePerson,
} from '../profile-fields/person-fields.tsx';
import { Panel } from '../ui/panel.tsx';
import type { MerchantForm, PersonEntry } from './form.ts';
import type { FieldProblems } from './save-form.ts';
import { formMessages } from './form-messages.ts';
import classes from './merchant.module.css';

interface PeopleFieldsProps {
  people: readonly PersonEntry[];
  entity: MerchantForm['entity_type'];
  is_tried: boolean;
  problems: FieldProblems;
  onChange: (part: Partial<MerchantForm>) => void;
}

/** Owners, directors, shareholders and contacts of a merchant. */
export const PeopleFields = memo(({ people, entity, is_tried, problems, onChange }: PeopleFieldsProps) => {
  const t = formMessages().form;
  const add = () => {
    const role = getSignatoryRole(entity as EntityType | null);
    const entry = { key: crypto.randomUUID(), id: null, stored_nik: null, values: toPersonValues(null, role) };
    onChange({ people: [...people, entry] });
  };
  const change = (key: string, part: Partial<PersonValues>) =>
    onChange({
      people: people.map((entry) => (entry.key === key ? { ...entry, values: { ...entry.values, ...part } } : entry)),
    });
  return (
    <Panel title={t.people}>
      <Stack gap="lg">
        {people.length === 0 && <Text c="dimmed">{t.people_line}</Text>}
        {people.map((entry, index) => (
          <Person
            key={entry.key}
            entry={entry}
            no={index + 1}
            is_tried={is_tried}
            problems={readProblems(problems, index)}
            onChange={(part) => change(entry.key, part)}
            onRemove={() => onChange({ people: people.filter(({ key }) => key !== entry.key) })}
          />
        ))}
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t.add_person}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
});

/** Errors of the server about the fields of a person. */
function readProblems(problems: FieldProblems, index: number): PersonErrors {
  const prefix = `people.${index}.`;
  const own = Object.entries(problems).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(
    own.map(([path, detail]) => [path.slice(prefix.length).replace('share_bps', 'share'), detail]),
  );
}

interface PersonProps {
  entry: PersonEntry;
  no: number;
  is_tried: boolean;
  problems: PersonErrors;
  onChange: (part: Partial<PersonValues>) => void;
  onRemove: () => void;
}

function Person({ entry: { values, stored_nik }, no, is_tried, problems, onChange, onRemove }: PersonProps) {
  const t = formMessages().form;
  return (
    <div role="group" aria-label={t.person(no)} className={classes.pair}>
      <PersonFields
        values={values}
        onChange={onChange}
        errors={{ ...problems, ...validatePerson(values) }}
        is_tried={is_tried || Object.keys(problems).length > 0}
        stored_nik={stored_nik}
      />
      <Group className={classes.wide} justify="flex-end">
        <Button variant="subtle" color="gray" onClick={onRemove}>
          {t.remove_person(values.name.trim() === '' ? t.person(no) : values.name)}
        </Button>
      </Group>
    </div>
  );
}
