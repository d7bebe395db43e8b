/** QR codes as files. */
import { buildQrShape, toSvg } from './qr-shape.ts';
import { saveFile } from './save-file.ts';

/** Pixels per module: about 1000 pixels per side, enough for a printed card. */
const MODULE_PX = 18;

/** Saves the code as an SVG file. */
export function saveQrAsSvg(payload: string, name: string): void {
  saveFile(new Blob([toSvg(buildQrShape(payload))], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Saves the code as a PNG file. */
export function saveQrAsPng(payload: string, name: string): void {
  const { size, path } = buildQrShape(payload);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * MODULE_PX;
  const drawing = canvas.getContext('2d');
  if (drawing === null) return;
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = '#000';
  drawing.scale(MODULE_PX, MODULE_PX);
  drawing.fill(new Path2D(path));
  canvas.toBlob((content) => content && saveFile(content, `${name}.png`), 'image/png');
}
