/** A QR code as a shape: one path of squares, drawn by the screen and by both file formats. */
import { encode } from 'uqr';

export interface QrShape {
  /** Modules on a side, with the quiet zone of four that readers need. */
  size: number;
  /** Path of the dark modules, in units of one module. */
  path: string;
}

/** The shape of a payload. Medium error correction: a scratched screen or a stained print still reads. */
export function buildQrShape(payload: string): QrShape {
  const { data, size } = encode(payload, { ecc: 'M', border: 4 });
  const rows = data.flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: rows.join('') };
}

/** The code as an SVG file, one unit a module. */
export const toSvg = ({ size, path }: QrShape): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" ` +
  `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
