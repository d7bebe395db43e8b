import { toDarkModeColor } from '@dasbor/contract/brand-color';
import { formatRupiah } from '@dasbor/contract/format';
import { Group, SegmentedControl } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import classes from './branding.module.css';
import { messages } from './messages.ts';

const SURFACES = ['pay', 'receipt', 'email'] as const;
type Surface = (typeof SURFACES)[number];
type Scheme = 'light' | 'dark';

export const DEFAULT_COLOR = '#2f55c4';
const SAMPLE_AMOUNT = 125_000;

export interface BrandPreviewProps {
  color: string | null;
  logo_url: string | null;
}

/** How customers see the brand, with the colours of the real pages. */
export function BrandPreview({ color, logo_url }: BrandPreviewProps) {
  const t = messages().preview;
  const { profile } = useSignedIn();
  const [surface, setSurface] = useState<Surface>('pay');
  const [scheme, setScheme] = useState<Scheme>('light');
  const name = profile?.merchant_name ?? t.merchant;
  // Receipts are paper.
  const shown_scheme = surface === 'receipt' ? 'light' : scheme;
  const brand = color ?? DEFAULT_COLOR;
  const is_dark = shown_scheme === 'dark';
  const style = {
    '--brand': is_dark && surface === 'pay' ? toDarkModeColor(brand) : brand,
    '--on-brand': is_dark && surface === 'pay' ? '#0d1730' : '#fff',
  } as CSSProperties;
  return (
    <Panel title={t.title}>
      <Group justify="space-between" gap="xs" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t.surface}
          data={SURFACES.map((value) => ({ value, label: t[value] }))}
          value={surface}
          onChange={(value) => setSurface(value as Surface)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.scheme}
          disabled={surface === 'receipt'}
          data={[
            { value: 'light', label: t.light },
            { value: 'dark', label: t.dark },
          ]}
          value={shown_scheme}
          onChange={(value) => setScheme(value as Scheme)}
        />
      </Group>
      <div className={classes.preview} data-scheme={shown_scheme} style={style}>
        {surface === 'pay' && <PayPage name={name} logo_url={logo_url} />}
        {surface === 'receipt' && <Receipt name={name} logo_url={logo_url} has_color={color !== null} />}
        {surface === 'email' && <Email name={name} logo_url={logo_url} />}
      </div>
    </Panel>
  );
}

interface PartProps {
  name: string;
  logo_url: string | null;
}

const formatInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');

function PayPage({ name, logo_url }: PartProps) {
  const t = messages().preview;
  return (
    <>
      <div className={classes.top}>
        <span className={classes.mark}>{logo_url === null ? formatInitials(name) : <img src={logo_url} alt="" />}</span>
        <b>{name}</b>
      </div>
      <div className={classes.card}>
        <div className={classes.amount}>{formatRupiah(SAMPLE_AMOUNT)}</div>
        <div>{t.order}</div>
        <span className={classes.link}>{t.details}</span>
      </div>
      <div className={classes.card}>{t.method}</div>
      <div className={classes.button}>{t.pay_now}</div>
    </>
  );
}

function Receipt({ name, logo_url, has_color }: PartProps & { has_color: boolean }) {
  const t = messages().preview;
  return (
    <div className={classes.paper}>
      {has_color && <div className={classes.line} />}
      {logo_url !== null && <img src={logo_url} alt="" className={classes.paperLogo} />}
      <b className={classes.amount}>{name}</b>
      <b>{t.receipt_title}</b>
      <div className={classes.row}>
        <span>{t.amount}</span>
        <span>{formatRupiah(SAMPLE_AMOUNT)}</span>
      </div>
      <div className={classes.row}>
        <span>{t.status}</span>
        <span>{t.paid}</span>
      </div>
    </div>
  );
}

function Email({ name, logo_url }: PartProps) {
  const t = messages().preview;
  return (
    <div className={classes.message}>
      <div className={classes.sender}>
        {logo_url !== null && <img src={logo_url} alt="" />}
        {name}
      </div>
      <b className={classes.amount}>{t.order}</b>
      <span>{t.email_line(name)}</span>
      <div className={classes.row}>
        <span>{t.amount}</span>
        <b>{formatRupiah(SAMPLE_AMOUNT)}</b>
      </div>
      <div className={classes.button} data-short>
        {t.pay_now}
      </div>
    </div>
  );
}
