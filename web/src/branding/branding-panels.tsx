import { type Branding, getBranding } from '@dasbor/contract/branding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { Panel } from '../ui/panel.tsx';
import { BrandPreview } from './brand-preview.tsx';
import classes from './branding.module.css';
import { ColorPanel } from './color-panel.tsx';
import { LogoPanel } from './logo-panel.tsx';

export interface BrandingPanelsProps {
  /** Called when the logo changed, so that the rest of the dashboard shows it. */
  onLogoChange: () => void;
  /** The nonce of styles of this page. */
  nonce: string;
}

/** Logo and colour of the pay page, receipts and emails to customers, with a preview. */
export function BrandingPanels(props: BrandingPanelsProps) {
  const branding = useQuery({ ...buildQuery(getBranding), meta: { quiet: true } });
  if (branding.isPending) {
    return (
      <Panel>
        <CardSkeleton lines={6} />
      </Panel>
    );
  }
  if (branding.isError) {
    return <FailedState detail={toProblem(branding.error).detail} onRetry={() => void branding.refetch()} />;
  }
  return <LoadedBranding branding={branding.data.data} {...props} />;
}

function LoadedBranding({ branding, onLogoChange, nonce }: BrandingPanelsProps & { branding: Branding }) {
  /** Colour of the preview: that of the form while it is legible. */
  const [previewed, setPreviewed] = useState(branding.color);
  return (
    <div className={classes.columns}>
      <div className={classes.forms}>
        <LogoPanel logo_url={branding.logo_url} onChange={onLogoChange} />
        <ColorPanel color={branding.color} onPreview={setPreviewed} />
      </div>
      <BrandPreview color={previewed} nonce={nonce} />
    </div>
  );
}
