/** The QR code as an image on the page and as a file. */
import { encode } from 'uqr';
import { picture } from './dom.ts';
import { formatRupiah } from './money.ts';

/** Quiet zone in modules; many cameras need it to detect the code. */
const BORDER = 2;
const LINE_HEIGHT = 34;

function encodeModules(content: string): boolean[][] {
  return encode(content, { ecc: 'M', border: BORDER }).data;
}

/** One path: a stroke for each run of dark modules. */
export function qrPicture(content: string, label: string): SVGSVGElement {
  const rows = encodeModules(content);
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      let run = 0;
      while (row[x + run] === true) run += 1;
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  }
  const size = rows.length;
  return picture(`0 0 ${size} ${size}`, path, {
    class: 'qr',
    role: 'img',
    'aria-label': label,
    'shape-rendering': 'crispEdges',
  });
}

export interface QrFile {
  content: string;
  merchant_name: string;
  nmid: string;
  amount: number;
}

/** Downloads a PNG with the code, merchant and amount; wallets can scan it from the gallery of the same phone. */
export function saveQr({ content, merchant_name, nmid, amount }: QrFile): void {
  const rows = encodeModules(content);
  const module_px = Math.floor(720 / rows.length);
  const size = module_px * rows.length;
  const canvas = document.createElement('canvas');
  const lines = [merchant_name, `NMID ${nmid}`, formatRupiah(amount)];
  canvas.width = size;
  canvas.height = size + LINE_HEIGHT * (lines.length + 1);
  const drawing = canvas.getContext('2d');
  if (drawing === null) return;
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = '#000';
  for (const [y, row] of rows.entries()) {
    for (const [x, is_dark] of row.entries()) {
      if (is_dark) drawing.fillRect(x * module_px, y * module_px, module_px, module_px);
    }
  }
  drawing.textAlign = 'center';
  for (const [index, line] of lines.entries()) {
    drawing.font = `${index === 1 ? 22 : 28}px sans-serif`;
    drawing.fillText(line, size / 2, size + LINE_HEIGHT * (index + 0.8), size - 24);
  }
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `qris-${nmid}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}
