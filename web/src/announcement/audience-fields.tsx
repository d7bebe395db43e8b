import { ANNOUNCEMENT_AUDIENCES } from '@dasbor/contract/announcement';
import { merchantStatusLabel } from '@dasbor/contract/labels';
import { MERCHANT_STATUSES } from '@dasbor/contract/merchant-activity';
import { MultiSelect, Radio, Stack } from '@mantine/core';
import { GroupField, MerchantsField } from '../list/lookup-fields.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import type { AnnouncementForm } from './form.ts';
import { messages } from './messages.ts';

interface AudienceFieldsProps {
  form: AnnouncementForm;
  error: string | null;
  is_tried: boolean;
  onChange: (part: Partial<AnnouncementForm>) => void;
}

/** Audience of the announcement. */
export function AudienceFields({ form, error, is_tried, onChange }: AudienceFieldsProps) {
  const t = messages();
  const shown = is_tried ? error : null;
  return (
    <Stack gap="sm">
      <Radio.Group
        label={fieldLabel({ label: t.fields.audience, required: true })}
        value={form.audience}
        onChange={(value) => onChange({ audience: ANNOUNCEMENT_AUDIENCES.find((each) => each === value) ?? 'all' })}
      >
        <Stack gap={8} mt={8}>
          {ANNOUNCEMENT_AUDIENCES.map((audience) => (
            <Radio key={audience} value={audience} label={t.audiences[audience]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.audience === 'group' && (
        <GroupField
          label={t.fields.group}
          required
          value={form.group}
          error={shown}
          onChange={(group) => onChange({ group })}
        />
      )}
      {form.audience === 'merchants' && (
        <MerchantsField
          label={t.fields.merchants}
          required
          value={form.merchants}
          error={shown}
          onChange={(merchants) => onChange({ merchants })}
        />
      )}
      {form.audience === 'status' && (
        <MultiSelect
          label={fieldLabel({ label: t.fields.merchant_statuses, required: true })}
          placeholder={form.merchant_statuses.length === 0 ? `Pilih ${t.fields.merchant_statuses}` : ''}
          aria-required
          error={shown}
          data={MERCHANT_STATUSES.map((value) => ({ value, label: merchantStatusLabel(value, currentLanguage()) }))}
          value={[...form.merchant_statuses]}
          onChange={(values) =>
            onChange({ merchant_statuses: MERCHANT_STATUSES.filter((status) => values.includes(status)) })
          }
        />
      )}
    </Stack>
  );
}
