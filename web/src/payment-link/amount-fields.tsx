import { type LinkType, LINK_ITEMS_MAX, LINK_TYPES } from '@dasbor/contract/payment-link-terms';
import { calculateAmountLimits } from '@dasbor/contract/payment-link-validation';
import { ActionIcon, Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAmountField, useLinkForm, useTextField } from './form-context.ts';
import { type ItemRow, buildRowKey, sumRows } from './link-form.ts';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

/** Title, type, amount and items. */
export function AmountFields() {
  const { form, errors, is_submitted, is_amount_fixed, is_edit, change } = useLinkForm();
  const t = formMessages().details;
  const description = useTextField('description');
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <TextField {...useTextField('title')} label={t.name} required maxLength={100} data-autofocus />
        <Textarea
          label={t.description}
          name="description"
          autosize
          minRows={2}
          maxRows={6}
          value={description.value}
          error={is_submitted ? description.error : undefined}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div>
          <Text fw={500} mb={4} id="link-type">
            {t.type}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="link-type"
            data={LINK_TYPES.map((value) => ({ value, label: messages().types[value] }))}
            value={form.type}
            // The type of a link cannot change after creation.
            disabled={is_edit}
            onChange={(type) => change(changeType(type as LinkType, form.expiry))}
          />
          <Text c="dimmed" fz="sm" mt={4}>
            {t.about[form.type]}
          </Text>
        </div>
        {is_amount_fixed && (
          <Alert variant="light" color="gray">
            {t.locked}
          </Alert>
        )}
        <Amounts />
        {form.type !== 'open_amount' && <Items />}
        {errors['items'] !== undefined && (is_submitted || form.items.length > 0) && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {errors['items']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** A single-use link needs an expiry. */
const changeType = (type: LinkType, expiry: number | 'at' | 'never') =>
  type === 'single_use' && expiry === 'never' ? { type, expiry: 24 } : { type };

function Amounts() {
  const { form } = useLinkForm();
  const t = formMessages().details;
  const amount = useAmountField('amount');
  const minimum = useAmountField('min_amount');
  const maximum = useAmountField('max_amount');
  const { min, max } = calculateAmountLimits(form.channels);
  const hint = form.channels.length === 0 ? undefined : t.limits(formatRupiah(min), formatRupiah(max));
  if (form.type !== 'open_amount')
    return (
      <AmountField {...amount} label={messages().columns.amount} required {...(hint ? { description: hint } : {})} />
    );
  return (
    <div className={classes.pair}>
      <AmountField {...minimum} label={t.min_amount} required {...(hint ? { description: hint } : {})} />
      <AmountField {...maximum} label={t.max_amount} required description={t.max_hint} />
    </div>
  );
}

function Items() {
  const { form, is_amount_fixed, change } = useLinkForm();
  const t = formMessages().details;
  const { items } = form;
  /** Updates the amount as long as it equals the total of the items. */
  const set = (next: ItemRow[]) => {
    const is_total = form.amount === null || form.amount === sumRows(items);
    change({ items: next, ...(is_total && next.length > 0 ? { amount: sumRows(next) || null } : {}) });
  };
  return (
    <div>
      <Group justify="space-between" mb={items.length > 0 ? 8 : 0}>
        <Text fw={500}>{t.items}</Text>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={is_amount_fixed || items.length >= LINK_ITEMS_MAX}
          onClick={() => set([...items, { key: buildRowKey(), name: '', qty: 1, price: null }])}
        >
          {t.add_item}
        </Button>
      </Group>
      <Stack gap={8}>
        {items.map((item, index) => (
          <ItemFields
            key={item.key}
            item={item}
            index={index}
            onChange={(part) => set(items.map((each) => (each.key === item.key ? { ...each, ...part } : each)))}
            onRemove={() => set(items.filter((each) => each.key !== item.key))}
          />
        ))}
      </Stack>
      {items.length > 0 && (
        <Text fz="sm" c="dimmed" mt={8} ta="right">
          {t.total(formatRupiah(sumRows(items)))}
        </Text>
      )}
    </div>
  );
}

interface ItemFieldsProps {
  item: ItemRow;
  index: number;
  onChange: (part: Partial<ItemRow>) => void;
  onRemove: () => void;
}

function ItemFields({ item, index, onChange, onRemove }: ItemFieldsProps) {
  const { errors, is_submitted, is_amount_fixed } = useLinkForm();
  const t = formMessages().details;
  const getError = (name: string) => (is_submitted ? errors[`items.${index}.${name}`] : undefined);
  return (
    <div className={classes.item} role="group" aria-label={t.item(index + 1)}>
      <TextField
        label={t.item_name}
        value={item.name}
        onChange={(name) => onChange({ name })}
        error={getError('name')}
        touched={is_submitted}
        disabled={is_amount_fixed}
      />
      <NumberInput
        label={t.quantity}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={item.qty ?? ''}
        error={getError('qty')}
        disabled={is_amount_fixed}
        onChange={(qty) => onChange({ qty: qty === '' ? null : Number(qty) })}
      />
      <AmountField
        label={t.unit_price}
        value={item.price}
        onChange={(price) => onChange({ price })}
        error={getError('price') ?? null}
        touched={is_submitted}
        disabled={is_amount_fixed}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t.remove_item(index + 1)}
        disabled={is_amount_fixed}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
