import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { ActionIcon, Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, memo, useMemo } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import {
  type AgreedTermsForm,
  type Channel,
  type PriceRow,
  type TermRow,
  chooseFreeChannel,
  hasRepeatedChannel,
  listPriceChannels,
  listTermChannels,
} from './agreed-terms-form.ts';
import { formMessages } from './form-messages.ts';
import { formatTerms } from './labels.ts';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import type { FieldProblems } from './save-form.ts';
import { sectionMessages } from './section-messages.ts';

interface AgreedTermsProps extends AgreedTermsForm {
  onChange: (part: Partial<AgreedTermsForm>) => void;
  /** Whether the form was submitted, so that what is missing shows. */
  is_tried: boolean;
  problems: FieldProblems;
  /** The merchant to change; absent for a new one. */
  edited?: MerchantDetail | undefined;
}

/** Prices and settlement terms by channel; for an existing merchant as new versions from a day on. */
export const AgreedTermsFields = memo(({ onChange, edited, is_tried, problems, ...form }: AgreedTermsProps) => {
  const t = formMessages().agreed_terms;
  const channels = useMemo(() => listPriceChannels(), []);
  const has_entries = form.pricing.length + form.settlement_terms.length > 0;
  const changePrice = (index: number, part: Partial<PriceRow>) =>
    onChange({ pricing: form.pricing.map((row, at) => (at === index ? { ...row, ...part } : row)) });
  return (
    <>
      <Panel title={messages().tabs.pricing}>
        <Rows
          line={edited === undefined ? t.pricing_line : t.pricing_edit_line}
          add={t.add_price}
          onAdd={() =>
            onChange({
              pricing: [
                ...form.pricing,
                { channel: chooseFreeChannel(channels, form.pricing), rate_percent: null, flat_amount: null },
              ],
            })
          }
          is_repeated={hasRepeatedChannel(form.pricing)}
        >
          {form.pricing.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their position
            <div key={index} className={classes.entry}>
              <ChannelField
                channels={channels}
                value={row.channel}
                onChange={(channel) => changePrice(index, { channel })}
              />
              <NumberInput
                label={t.rate}
                min={0}
                max={100}
                decimalScale={2}
                decimalSeparator=","
                value={row.rate_percent ?? ''}
                error={
                  is_tried && row.rate_percent === null
                    ? formMessages().form.missing
                    : problems[`pricing.${index}.rate_bps`]
                }
                onChange={(value) => changePrice(index, { rate_percent: value === '' ? null : Number(value) })}
              />
              <AmountField
                label={t.flat}
                value={row.flat_amount}
                error={problems[`pricing.${index}.flat_amount`]}
                touched
                onChange={(flat_amount) => changePrice(index, { flat_amount })}
              />
              <RemoveButton onClick={() => onChange({ pricing: form.pricing.filter((_, at) => at !== index) })} />
            </div>
          ))}
        </Rows>
      </Panel>
      <TermFields form={form} onChange={onChange} edited={edited} problems={problems} />
      {edited !== undefined && has_entries && (
        <Panel title={t.from_title}>
          <Stack gap="md" maw={320}>
            <DateField
              label={t.from}
              required
              value={form.agreed_from}
              error={problems['agreed_from']}
              touched
              onChange={(agreed_from) => onChange({ agreed_from })}
            />
          </Stack>
        </Panel>
      )}
    </>
  );
});

type TermProps = Pick<AgreedTermsProps, 'onChange' | 'edited' | 'problems'> & { form: AgreedTermsForm };

function TermFields({ form, onChange, edited, problems }: TermProps) {
  const t = formMessages().agreed_terms;
  const terms = sectionMessages().terms;
  const channels = useMemo(() => listTermChannels(), []);
  const bases = [
    { id: 'business', name: terms.business },
    { id: 'calendar', name: terms.calendar },
  ] as const;
  const change = (index: number, part: Partial<TermRow>) =>
    onChange({ settlement_terms: form.settlement_terms.map((row, at) => (at === index ? { ...row, ...part } : row)) });
  return (
    <Panel title={messages().tabs.terms}>
      <Rows
        line={edited === undefined ? t.terms_line : t.terms_edit_line(formatTerms(edited.settlement_terms))}
        add={t.add_term}
        onAdd={() =>
          onChange({
            settlement_terms: [
              ...form.settlement_terms,
              { channel: chooseFreeChannel(channels, form.settlement_terms), days: 1, basis: 'business' },
            ],
          })
        }
        is_repeated={hasRepeatedChannel(form.settlement_terms)}
      >
        {form.settlement_terms.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their position
          <div key={index} className={classes.entry}>
            <ChannelField channels={channels} value={row.channel} onChange={(channel) => change(index, { channel })} />
            <NumberInput
              label={terms.days}
              min={0}
              max={30}
              allowDecimal={false}
              value={row.days}
              error={problems[`settlement_terms.${index}.days`]}
              onChange={(value) => change(index, { days: Number(value) })}
            />
            <SelectField
              label={terms.basis}
              options={bases}
              value={bases.find(({ id }) => id === row.basis) ?? null}
              onChange={(item) => change(index, { basis: item?.id ?? 'business' })}
            />
            <RemoveButton
              onClick={() => onChange({ settlement_terms: form.settlement_terms.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
      </Rows>
    </Panel>
  );
}

interface RowsProps {
  line: string;
  add: string;
  onAdd: () => void;
  is_repeated: boolean;
  children: ReactNode;
}

const Rows = ({ line, add, onAdd, is_repeated, children }: RowsProps) => (
  <Stack gap="md">
    <Text c="dimmed" fz="sm">
      {line}
    </Text>
    {children}
    {is_repeated && (
      <Alert color="red.9" variant="light" role="alert">
        {formMessages().agreed_terms.twice}
      </Alert>
    )}
    <Group>
      <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
        {add}
      </Button>
    </Group>
  </Stack>
);

interface ChannelFieldProps {
  channels: readonly Channel[];
  value: string;
  onChange: (channel: string) => void;
}

const ChannelField = ({ channels, value, onChange }: ChannelFieldProps) => (
  <SelectField
    label={formMessages().agreed_terms.channel}
    options={channels}
    value={channels.find(({ id }) => id === value) ?? null}
    onChange={(item) => onChange(item?.id ?? 'qris')}
  />
);

const RemoveButton = ({ onClick }: { onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={formMessages().agreed_terms.remove} onClick={onClick}>
    <IconTrash size={18} aria-hidden />
  </ActionIcon>
);
