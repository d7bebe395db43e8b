import {
  ANNOUNCEMENT_SEVERITIES,
  type Announcement,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  createAnnouncement,
  updateAnnouncement,
} from '@dasbor/contract/announcement';
import { Checkbox, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { DateField } from '../ui/date-field.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import classes from './announcement.module.css';
import { AudienceFields } from './audience-fields.tsx';
import { type AnnouncementForm, type FormErrors, buildEmptyForm, validateForm, toBody, toForm } from './form.ts';
import { messages } from './messages.ts';
import { useAnnouncementChange } from './mutations.ts';

interface AnnouncementModalProps {
  /** The draft that is changed; absent for a new one. */
  edited?: Announcement;
  onClose: () => void;
  onDone?: (saved: Announcement) => void;
}

/** Creates or changes a draft. */
export function AnnouncementModal({ edited, onClose, onDone }: AnnouncementModalProps) {
  const t = messages();
  const [form, setForm] = useState(() => (edited === undefined ? buildEmptyForm(new Date()) : toForm(edited)));
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const errors = validateForm(form);
  const save = useAnnouncementChange(
    () =>
      edited === undefined
        ? call(createAnnouncement, { body: toBody(form) })
        : call(updateAnnouncement, { params: { id: edited.id }, body: toBody(form) }),
    {
      done: t.form.saved,
      onDone: ({ data }) => {
        onClose();
        onDone?.(data);
      },
      onRefused: setRefusal,
    },
  );
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (Object.values(errors).every((error) => error === null)) save.mutate();
  };
  const change = (part: Partial<AnnouncementForm>) => setForm((before) => ({ ...before, ...part }));
  return (
    <FormModal
      title={edited === undefined ? t.form.create_title : t.form.edit_title}
      submit={t.form.save}
      refusal={refusal}
      is_busy={save.isPending}
      size={760}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.columns}>
        <TextFields form={form} errors={errors} is_tried={is_tried} language="en" onChange={change} />
        <TextFields form={form} errors={errors} is_tried={is_tried} language="id" onChange={change} />
      </div>
      <div>
        <Text fz="sm" fw={500} mb={4} id="announcement-severity">
          {t.fields.severity}
        </Text>
        <SegmentedControl
          aria-labelledby="announcement-severity"
          value={form.severity}
          onChange={(value) => change({ severity: ANNOUNCEMENT_SEVERITIES.find((each) => each === value) ?? 'info' })}
          data={ANNOUNCEMENT_SEVERITIES.map((value) => ({ value, label: t.severities[value] }))}
        />
      </div>
      <AudienceFields form={form} error={errors.audience} is_tried={is_tried} onChange={change} />
      <div className={classes.columns}>
        <DateField
          label={t.fields.starts}
          required
          with_time
          description={t.form.now_hint}
          value={form.starts}
          onChange={(starts) => change({ starts })}
          error={errors.starts}
          touched={is_tried}
        />
        <DateField
          label={t.fields.ends}
          required
          with_time
          value={form.ends}
          onChange={(ends) => change({ ends })}
          error={errors.ends}
          touched={is_tried}
        />
      </div>
      <Checkbox
        label={t.fields.is_emailed}
        checked={form.is_emailed}
        onChange={(event) => change({ is_emailed: event.currentTarget.checked })}
      />
    </FormModal>
  );
}

interface TextFieldsProps {
  form: AnnouncementForm;
  errors: FormErrors;
  is_tried: boolean;
  language: 'en' | 'id';
  onChange: (part: Partial<AnnouncementForm>) => void;
}

/** Title and text in one language. */
function TextFields({ form, errors, is_tried, language, onChange }: TextFieldsProps) {
  const t = messages().fields;
  const [title, text] = [`title_${language}`, `text_${language}`] as const;
  return (
    <Stack gap="sm">
      <TextField
        label={t[title]}
        required
        maxLength={ANNOUNCEMENT_TITLE_MAX}
        value={form[title]}
        onChange={(value) => onChange({ [title]: value })}
        error={errors[title]}
        touched={is_tried}
        {...(language === 'en' ? { 'data-autofocus': true } : {})}
      />
      <Textarea
        label={fieldLabel({ label: t[text], required: true })}
        aria-required
        autosize
        minRows={4}
        maxRows={10}
        maxLength={ANNOUNCEMENT_TEXT_MAX}
        value={form[text]}
        onChange={(event) => onChange({ [text]: event.currentTarget.value })}
        error={is_tried ? errors[text] : null}
      />
    </Stack>
  );
}
