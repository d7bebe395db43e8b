import { type LinkType, LINK_ITEMS_MAX, LINK_TYPES } from '@dasbor/contract/payment-link-terms';
import { getAmountLimits } from '@dasbor/contract/payment-link-validation';
import { ActionIcon, Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAmountField, useLinkForm, useTextField } from './form-context.ts';
import { type ItemRow, newRowKey, sumRows } from './link-form.ts';
import { TYPE_WORDS } from './link-labels.ts';
import classes from './payment-link.module.css';

const ABOUT_TYPE: Record<LinkType, string> = {
  single_use: 'Paid once, by one customer.',
  multi_use: 'The same amount, by any number of customers.',
  open_amount: 'Each customer says how much, within your limits.',
};

/** What is paid, and how much. */
export function AmountFields() {
  const { form, errors: faults, is_submitted, is_amount_fixed, is_edit, change } = useLinkForm();
  const description = useTextField('description');
  return (
    <Panel title="What is paid">
      <Stack gap="md">
        <TextField {...useTextField('title')} label="Title" required maxLength={100} data-autofocus />
        <Textarea
          label="Description"
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
            Type
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="link-type"
            data={LINK_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
            value={form.type}
            // What a link is does not change once it was made.
            disabled={is_edit}
            onChange={(type) => change(changeType(type as LinkType, form.expiry))}
          />
          <Text c="dimmed" fz="sm" mt={4}>
            {ABOUT_TYPE[form.type]}
          </Text>
        </div>
        {is_amount_fixed && (
          <Alert variant="light" color="gray">
            Somebody has paid this link: its amounts, items and the bearer of the fee can no longer change.
          </Alert>
        )}
        <Amounts />
        {form.type !== 'open_amount' && <Items />}
        {faults['items'] !== undefined && (is_submitted || form.items.length > 0) && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {faults['items']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** A single-use link needs an end. */
const changeType = (type: LinkType, expiry: number | 'at' | 'never') =>
  type === 'single_use' && expiry === 'never' ? { type, expiry: 24 } : { type };

function Amounts() {
  const { form } = useLinkForm();
  const amount = useAmountField('amount');
  const least = useAmountField('min_amount');
  const greatest = useAmountField('max_amount');
  const { min, max } = getAmountLimits(form.channels);
  const about =
    form.channels.length === 0 ? undefined : `${formatRupiah(min)} to ${formatRupiah(max)} by the ways to pay below`;
  if (form.type !== 'open_amount')
    return <AmountField {...amount} label="Amount" required {...(about ? { description: about } : {})} />;
  return (
    <div className={classes.pair}>
      <AmountField {...least} label="Least amount" required {...(about ? { description: about } : {})} />
      <AmountField {...greatest} label="Greatest amount" required description="What one customer may pay at most" />
    </div>
  );
}

function Items() {
  const { form, is_amount_fixed, change } = useLinkForm();
  const { items } = form;
  /** The amount follows the items as long as it was their sum. */
  const set = (next: ItemRow[]) => {
    const followed = form.amount === null || form.amount === sumRows(items);
    change({ items: next, ...(followed && next.length > 0 ? { amount: sumRows(next) || null } : {}) });
  };
  return (
    <div>
      <Group justify="space-between" mb={items.length > 0 ? 8 : 0}>
        <Text fw={500}>Items</Text>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={is_amount_fixed || items.length >= LINK_ITEMS_MAX}
          onClick={() => set([...items, { key: newRowKey(), name: '', qty: 1, price: null }])}
        >
          Add an item
        </Button>
      </Group>
      <Stack gap={8}>
        {items.map((item, place) => (
          <ItemFields
            key={item.key}
            item={item}
            place={place}
            onChange={(part) => set(items.map((each) => (each.key === item.key ? { ...each, ...part } : each)))}
            onRemove={() => set(items.filter((each) => each.key !== item.key))}
          />
        ))}
      </Stack>
      {items.length > 0 && (
        <Text fz="sm" c="dimmed" mt={8} ta="right">
          Sum {formatRupiah(sumRows(items))}
        </Text>
      )}
    </div>
  );
}

interface ItemFieldsProps {
  item: ItemRow;
  place: number;
  onChange: (part: Partial<ItemRow>) => void;
  onRemove: () => void;
}

function ItemFields({ item, place, onChange, onRemove }: ItemFieldsProps) {
  const { errors: faults, is_submitted, is_amount_fixed } = useLinkForm();
  const of_place = (name: string) => (is_submitted ? faults[`items.${place}.${name}`] : undefined);
  return (
    <div className={classes.item} role="group" aria-label={`Item ${place + 1}`}>
      <TextField
        label="Name"
        value={item.name}
        onChange={(name) => onChange({ name })}
        error={of_place('name')}
        touched={is_submitted}
        disabled={is_amount_fixed}
      />
      <NumberInput
        label="Quantity"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={item.qty ?? ''}
        error={of_place('qty')}
        disabled={is_amount_fixed}
        onChange={(qty) => onChange({ qty: qty === '' ? null : Number(qty) })}
      />
      <AmountField
        label="Price of one"
        value={item.price}
        onChange={(price) => onChange({ price })}
        error={of_place('price') ?? null}
        touched={is_submitted}
        disabled={is_amount_fixed}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={`Remove item ${place + 1}`}
        disabled={is_amount_fixed}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
