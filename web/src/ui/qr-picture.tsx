import { useMemo } from 'react';
import classes from './qr-picture.module.css';
import { qrShapeOf } from './qr-shape.ts';

/** A QR code to be read from the screen: black on white in every theme. */
export function QrPicture({ payload, label, size_px = 280 }: { payload: string; label: string; size_px?: number }) {
  const { size, path } = useMemo(() => qrShapeOf(payload), [payload]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.picture}
      viewBox={`0 0 ${size} ${size}`}
      width={size_px}
      height={size_px}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** The room of a code that is not there yet. */
export const QrRoom = ({ size_px = 280, children }: { size_px?: number; children: React.ReactNode }) => (
  <div className={classes.room} style={{ width: size_px, height: size_px }}>
    {children}
  </div>
);
