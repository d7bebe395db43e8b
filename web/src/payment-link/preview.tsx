import { bankShortName } from '@dasbor/contract/bank';
import { quotePaymentLink } from '@dasbor/contract/payment-link';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { fromLocalTime } from '../list/local-time.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { formatInstant } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { useLinkForm } from './form-context.ts';
import { STANDARD_FIELDS, type LinkForm, calculateEnd } from './link-form.ts';
import { PREVIEW_MESSAGES } from './preview-messages.ts';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';

type PreviewMessages = (typeof PREVIEW_MESSAGES)['id' | 'en'];

/** Live preview of the pay page, in either language. */
export function LinkPreview() {
  const t = formMessages().preview;
  const { form } = useLinkForm();
  const { profile } = useSignedIn();
  const [other, setOther] = useState<'id' | 'en' | null>(null);
  const language = other ?? form.language;
  const texts: PreviewMessages = PREVIEW_MESSAGES[language];
  return (
    <section aria-label={t.label} className={classes.sticky_preview}>
      <Group justify="space-between" mb={8}>
        <Text fw={600}>{t.title}</Text>
        <SegmentedControl
          size="xs"
          aria-label={t.language}
          data={[
            { value: 'id', label: 'ID' },
            { value: 'en', label: 'EN' },
          ]}
          value={language}
          onChange={(value) => setOther(value as 'id' | 'en')}
        />
      </Group>
      <div className={classes.phone} lang={language}>
        <div className={classes.phoneHead}>
          <Text fz="xs" c="dimmed" fw={400}>
            {texts.to}
          </Text>
          {profile?.merchant_name}
        </div>
        <div className={classes.phoneBody}>
          <div>
            <div className={classes.phoneTitle}>{form.title.trim() || texts.no_title}</div>
            <AmountLine form={form} texts={texts} />
          </div>
          {form.description.trim() !== '' && <div className={classes.phoneText}>{form.description.trim()}</div>}
          <ItemLines form={form} texts={texts} />
          <PeriodLine form={form} language={language} texts={texts} />
          <AskedLines form={form} texts={texts} />
          <Methods form={form} texts={texts} />
        </div>
      </div>
    </section>
  );
}

interface PartProps {
  form: LinkForm;
  texts: PreviewMessages;
}

function AmountLine({ form, texts }: PartProps) {
  if (form.type !== 'open_amount') return <div className={classes.phoneAmount}>{formatRupiah(form.amount ?? 0)}</div>;
  const { min_amount, max_amount } = form;
  return (
    <>
      <div className={classes.asked} style={{ marginTop: 8 }}>
        {texts.choose_amount}
      </div>
      <Text fz="sm" c="dimmed" mt={4}>
        {texts.between(formatRupiah(min_amount ?? 0), formatRupiah(max_amount ?? 0))}
      </Text>
    </>
  );
}

function ItemLines({ form, texts }: PartProps) {
  if (form.type === 'open_amount' || form.items.length === 0) return null;
  return (
    <table className={classes.phoneItems}>
      <tbody>
        {form.items.map(({ key, name, qty, price }) => (
          <tr key={key}>
            <td>
              {qty ?? 0} × {name.trim() || '…'}
            </td>
            <td>{formatRupiah((qty ?? 0) * (price ?? 0))}</td>
          </tr>
        ))}
        <tr>
          <td>
            <b>{texts.total}</b>
          </td>
          <td>
            <b>{formatRupiah(form.amount ?? 0)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function PeriodLine({ form, language, texts }: PartProps & { language: Language }) {
  const now = useNow(60_000);
  const end = calculateEnd(form, now);
  const begin = fromLocalTime(form.starts_at);
  return (
    <Text fz="sm" c="dimmed">
      {begin !== undefined && (
        <>
          {texts.from} {formatInstant(begin, language)}
          <br />
        </>
      )}
      {end === null ? texts.no_expiry : `${texts.until} ${formatInstant(end, language)}`}
    </Text>
  );
}

function AskedLines({ form, texts }: PartProps) {
  const known = STANDARD_FIELDS.filter((kind) => form.requirements[kind] !== 'no').map((kind) => ({
    key: kind as string | number,
    label: texts.fields[kind] as string,
    required: form.requirements[kind] === 'required',
  }));
  const asked = [
    ...known,
    ...form.questions.map(({ key, label, required }) => ({ key, label: label || '…', required })),
  ];
  if (asked.length === 0) return null;
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <Text fw={600} fz="sm">
        {texts.your_data}
      </Text>
      {asked.map(({ key, label, required }) => (
        <div key={key} className={classes.asked}>
          {label}
          {!required && ` (${texts.optional})`}
        </div>
      ))}
    </div>
  );
}

function Methods({ form, texts }: PartProps) {
  const amount = form.type === 'open_amount' ? null : form.amount;
  const bears = form.fee_bearer === 'customer' && amount !== null && amount > 0;
  const quote = useQuery({
    ...buildQuery(quotePaymentLink, { query: { amount: amount ?? 1 } }),
    enabled: bears,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <Text fw={600} fz="sm">
        {form.channels.length === 0 ? texts.none : texts.choose}
      </Text>
      {form.channels.map((channel) => {
        const priced = bears ? quote.data?.data.find((each) => each.channel === channel) : undefined;
        return (
          <div key={channel} className={classes.method}>
            <span>
              {channel === 'QRIS' ? texts.qris : texts.va(bankShortName(channel))}
              {priced !== undefined && (
                <Text fz="xs" c="dimmed">
                  {texts.with_fee(formatRupiah(priced.fee_amount + priced.fee_vat_amount))}
                </Text>
              )}
            </span>
            {priced !== undefined && <b>{formatRupiah(priced.payer_amount)}</b>}
          </div>
        );
      })}
    </div>
  );
}
