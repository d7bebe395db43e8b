import { COMMISSION_TIERS_MAX, type CommissionBasis } from '@dasbor/contract/account-group-commission-fields';
import { ActionIcon, Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountField } from '../ui/amount-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import classes from './commission.module.css';
import type { RuleErrors, RuleForm, TierRow } from './form.ts';
import { messages } from './messages.ts';

export interface RuleFieldsProps {
  form: RuleForm;
  errors: RuleErrors;
  /** Whether the form was submitted, so that what is missing shows. */
  is_tried: boolean;
  onChange: (part: Partial<RuleForm>) => void;
}

/** Rate, fixed amount, limits and tiers. */
export function RateFields({ form, errors, is_tried, onChange }: RuleFieldsProps) {
  const t = messages();
  const is_base = form.basis === 'markup_over_base';
  return (
    <>
      <div className={classes.pair}>
        {form.basis !== 'flat' && (
          <PercentField
            label={is_base ? t.form.base_rate : t.fields.rate}
            value={form.rate_percent}
            onChange={(rate_percent) => onChange({ rate_percent })}
            error={is_tried ? errors.rate : undefined}
          />
        )}
        <AmountField
          label={is_base ? t.form.base_flat : t.fields.flat}
          value={form.flat_amount}
          onChange={(flat_amount) => onChange({ flat_amount })}
          error={form.basis === 'flat' ? errors.rate : null}
          touched={is_tried}
        />
      </div>
      <div className={classes.pair}>
        <AmountField
          label={t.form.min}
          value={form.commission_min}
          onChange={(commission_min) => onChange({ commission_min })}
        />
        <AmountField
          label={t.form.max}
          value={form.commission_max}
          onChange={(commission_max) => onChange({ commission_max })}
          error={errors.commission_max}
        />
      </div>
      <TierFields form={form} errors={errors} is_tried={is_tried} onChange={onChange} />
    </>
  );
}

function TierFields({ form, errors, is_tried, onChange }: RuleFieldsProps) {
  const t = messages().form;
  const change = (index: number, part: Partial<TierRow>) =>
    onChange({ tiers: form.tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)) });
  return (
    <Stack gap="xs" role="group" aria-label={t.tiers}>
      <Text fz="sm" fw={500}>
        {t.tiers}
      </Text>
      <Text c="dimmed" fz="sm">
        {t.tiers_line}
      </Text>
      {form.tiers.map((tier, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- tiers have no identity but their position
        <TierRowFields
          key={index}
          tier={tier}
          basis={form.basis}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange({ tiers: form.tiers.filter((_, at) => at !== index) })}
        />
      ))}
      {is_tried && errors.tiers !== undefined && (
        <Alert color="red.9" variant="light" role="alert">
          {errors.tiers}
        </Alert>
      )}
      {form.tiers.length < COMMISSION_TIERS_MAX && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              onChange({ tiers: [...form.tiers, { volume_from: null, rate_percent: null, flat_amount: null }] })
            }
          >
            {t.add_tier}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface TierRowProps {
  tier: TierRow;
  basis: CommissionBasis;
  onChange: (part: Partial<TierRow>) => void;
  onRemove: () => void;
}

const TierRowFields = ({ tier, basis, onChange, onRemove }: TierRowProps) => (
  <div className={classes.tier}>
    <AmountField
      label={messages().form.tier_from}
      value={tier.volume_from}
      onChange={(volume_from) => onChange({ volume_from })}
    />
    {basis !== 'flat' && (
      <PercentField
        label={messages().fields.rate}
        value={tier.rate_percent}
        onChange={(rate_percent) => onChange({ rate_percent })}
      />
    )}
    <AmountField
      label={messages().fields.flat}
      value={tier.flat_amount}
      onChange={(flat_amount) => onChange({ flat_amount })}
    />
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={messages().form.remove_tier} onClick={onRemove}>
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  </div>
);

interface PercentFieldProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | undefined;
}

export const PercentField = ({ label, description, value, onChange, error }: PercentFieldProps) => (
  <NumberInput
    label={label}
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    min={0}
    max={100}
    decimalScale={4}
    decimalSeparator={currentLanguage() === 'id' ? ',' : '.'}
    suffix="%"
    placeholder="0%"
    hideControls
    value={value ?? ''}
    error={error}
    onChange={(next) => onChange(next === '' ? null : Number(next))}
  />
);
