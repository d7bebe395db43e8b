import { useMemo } from 'react';
import classes from './qr-picture.module.css';
import { buildQrShape } from './qr-shape.ts';

/** A QR code to be read from the screen: black on white in every theme, at most `size_px` wide. */
export function QrPicture({ payload, label, size_px = 280 }: { payload: string; label: string; size_px?: number }) {
  const { size, path } = useMemo(() => buildQrShape(payload), [payload]);
  // Whole pixels per module: uneven ones are hard to scan with an old camera.
  const side_px = Math.max(1, Math.floor(size_px / size)) * size;
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.picture}
      viewBox={`0 0 ${size} ${size}`}
      width={side_px}
      height={side_px}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** Placeholder of a code that is not ready yet. */
export const QrPlaceholder = ({ size_px = 280, children }: { size_px?: number; children: React.ReactNode }) => (
  <div className={classes.room} style={{ width: size_px, height: size_px }}>
    {children}
  </div>
);
