import { getBrandingPreview } from '@dasbor/contract/branding';
import { Anchor, Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import classes from './branding.module.css';
import { messages } from './messages.ts';

const SURFACES = ['pay', 'receipt', 'email'] as const;
type Surface = (typeof SURFACES)[number];
type Scheme = 'light' | 'dark';

export const DEFAULT_COLOR = '#2f55c4';

export interface BrandPreviewProps {
  color: string | null;
  /** The nonce under which this page may have styles: documents of a preview have its content security policy. */
  nonce: string;
}

/** Customer-facing preview, rendered by the server as for customers. */
export function BrandPreview({ color, nonce }: BrandPreviewProps) {
  const t = messages().preview;
  const [surface, setSurface] = useState<Surface>('pay');
  const [scheme, setScheme] = useState<Scheme>('light');
  const preview = useQuery({
    ...buildQuery(getBrandingPreview, { query: color === null ? {} : { color } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
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
          // Receipts are paper.
          value={surface === 'receipt' ? 'light' : scheme}
          onChange={(value) => setScheme(value as Scheme)}
        />
      </Group>
      {preview.isPending && <CardSkeleton lines={8} />}
      {preview.isError && (
        <FailedState detail={toProblem(preview.error).detail} onRetry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && surface === 'receipt' && <Receipt content={preview.data.data.receipt} />}
      {preview.data !== undefined && surface !== 'receipt' && (
        <Document
          key={`${surface} ${scheme}`}
          label={t[surface]}
          html={preview.data.data[surface === 'pay' ? 'pay_page' : 'email'] ?? ''}
          nonce={nonce}
          scheme={scheme}
        />
      )}
    </Panel>
  );
}

/** An address of a file while it is shown. */
function useFileUrl(content: BlobPart, type: string): string {
  const url = useMemo(() => URL.createObjectURL(new Blob([content], { type })), [content, type]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}

interface DocumentProps {
  label: string;
  html: string;
  nonce: string;
  scheme: Scheme;
}

/** A picture of a document: nothing in it can be reached or pressed. */
function Document({ label, html, nonce, scheme }: DocumentProps) {
  const url = useFileUrl(html.replaceAll('<style>', `<style nonce="${nonce}">`), 'text/html;charset=utf-8');
  return (
    <div role="img" aria-label={label}>
      <div inert>
        <iframe src={url} title={label} className={classes.document} style={{ colorScheme: scheme } as CSSProperties} />
      </div>
    </div>
  );
}

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The viewer of the browser shows the PDF. Browsers of phones have none: there the link opens it. */
function Receipt({ content }: { content: string }) {
  const t = messages().preview;
  const bytes = useMemo(() => toBytes(content), [content]);
  const url = useFileUrl(bytes, 'application/pdf');
  return (
    <>
      {navigator.pdfViewerEnabled === false ? (
        <Text c="dimmed" mb="xs">
          {t.no_viewer}
        </Text>
      ) : (
        <iframe src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={t.receipt} className={classes.document} />
      )}
      <Anchor href={url} target="_blank" rel="noreferrer" fz="sm">
        {t.open_receipt}
      </Anchor>
    </>
  );
}
