import {
  type BusinessProfile,
  saveAddressSection,
  saveBusinessSection,
  saveLegalSection,
} from '@dasbor/contract/business-profile';
import { type ProfileField, SENSITIVE_FIELDS, type ProfileSectionName } from '@dasbor/contract/business-profile-fields';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import {
  ProfileFieldInput,
  type ProfileValues as Values,
  SECTION_FIELDS,
  isWide,
  listDescendantRegions,
} from '../profile-fields/profile-field.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';
import { isRequired } from './required-fields.ts';
import { useProfileChange } from './use-profile.ts';

const ROUTES = { business: saveBusinessSection, address: saveAddressSection, legal: saveLegalSection } as const;

/** Handle of a form for its parent. */
export interface SectionHandle {
  /** Saves what was entered, if anything; false when the server refused it. */
  save: () => Promise<boolean>;
}

export interface SectionFormProps {
  section: ProfileSectionName;
  profile: BusinessProfile;
  may_manage: boolean;
  /** Label of the button; by default 'Save'. */
  save_label?: string;
  /** Values of an empty form, such as the entity type that was chosen before. */
  initial?: Values;
  /** Called after a save by the button with which nothing of the section is missing. */
  onSaved?: () => void;
  /** A button to the left of 'Save'. */
  back?: ReactNode;
  ref?: Ref<SectionHandle>;
}

/** The values in force, with those of the pending change request. */
function readValues(section: ProfileSectionName, { fields, change }: BusinessProfile, initial: Values): Values {
  const pending = change?.status === 'pending' ? (change.after as Values) : {};
  return Object.fromEntries(
    SECTION_FIELDS[section].map((field) => [field, pending[field] ?? fields[field] ?? initial[field] ?? null]),
  );
}

/** A section as a form. The server validates it; its errors stand at their fields. */
export function SectionForm(props: SectionFormProps) {
  const { section, profile, may_manage, initial = {}, onSaved, back, ref } = props;
  const t = messages().form;
  const stored = readValues(section, profile, initial);
  const [edited, setEdited] = useState<Values>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const values = { ...stored, ...edited };
  const is_dirty = Object.keys(edited).some((field) => values[field as ProfileField] !== stored[field as ProfileField]);
  useUnsavedChanges(is_dirty);
  const is_approved = profile.activated_at !== null;
  const saving = useProfileChange((body: Values) => call(ROUTES[section], { body: body as never }), {
    done: ({ change }) => (change?.status === 'pending' ? t.requested : t.saved),
    onDone: () => setEdited({}),
  });
  const entity = (values.entity_type ?? profile.fields.entity_type) as BusinessProfile['fields']['entity_type'];
  const disabled = !may_manage || profile.is_locked;
  const edit = (field: ProfileField, value: string | number | null) => {
    saving.reset();
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
    // A region above decides which ones may be chosen below it.
    const below = Object.fromEntries(listDescendantRegions(field).map((name) => [name, null]));
    setEdited((before) => ({ ...before, ...below, [field]: value }));
  };
  const showErrors = (found: Record<string, string>) => {
    setErrors(found);
    focusFirstInvalid(form.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    saving.mutate(values, {
      onSuccess: ({ data }) => {
        if (onSaved === undefined) return;
        // What was entered is saved; a step with missing fields stays and names them.
        const missing = data.missing.filter((item) => item.section === section);
        if (missing.length === 0) onSaved();
        else showErrors(Object.fromEntries(missing.map(({ field, detail }) => [field, detail])));
      },
      onError: (error) => showErrors(toFieldProblems(error)),
    });
  };
  useImperativeHandle(ref, () => ({
    save: async () => {
      if (!is_dirty || disabled) return true;
      try {
        await saving.mutateAsync(values);
        return true;
      } catch (error) {
        showErrors(toFieldProblems(error));
        return false;
      }
    },
  }));
  const has_field_errors = Object.keys(toFieldProblems(saving.error)).length > 0;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        {is_approved && !disabled && SECTION_FIELDS[section].some((field) => SENSITIVE_FIELDS.includes(field)) && (
          <Text fz="sm" c="dimmed">
            {t.waits_for_approval}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          {SECTION_FIELDS[section].map((field) => (
            <div key={field} className={isWide(field) ? classes.wide : undefined}>
              <ProfileFieldInput
                field={field}
                values={values}
                required={isRequired(field, entity)}
                error={errors[field]}
                disabled={disabled}
                onChange={edit}
              />
            </div>
          ))}
        </SimpleGrid>
        {saving.error !== null && !has_field_errors && <Callout kind="error">{saving.error.message}</Callout>}
        {!disabled && (
          <Group justify={back === undefined ? 'flex-end' : 'space-between'}>
            {back}
            <Button type="submit" loading={saving.isPending} disabled={!is_dirty && props.save_label === undefined}>
              {props.save_label ?? t.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
