/** Generated documents of the sandbox's merchants: plainly marked samples, never pictures of real ones. */
import { buffer } from 'node:stream/consumers';
import { renderPdf } from '../pdf/document.ts';

export interface SampleDocument {
  title: string;
  /** Lines of data, as on the document. */
  lines: readonly string[];
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A card with its data as a PNG picture. */
export async function buildSamplePicture({ title, lines }: SampleDocument): Promise<Buffer> {
  const rows = lines.map(
    (line, index) => `<text x="60" y="${220 + index * 52}" font-size="30" fill="#26313f">${escapeXml(line)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" font-family="DejaVu Sans, sans-serif">
    <rect width="1000" height="640" rx="28" fill="#dbe7f5"/>
    <rect x="24" y="24" width="952" height="592" rx="18" fill="#f6f9fd" stroke="#9db7d8" stroke-width="3"/>
    <text x="60" y="110" font-size="44" font-weight="bold" fill="#1c3f74">${escapeXml(title)}</text>
    <line x1="60" y1="140" x2="940" y2="140" stroke="#9db7d8" stroke-width="2"/>
    ${rows.join('\n')}
    <rect x="740" y="190" width="200" height="250" rx="10" fill="#c9d8ea"/>
    <circle cx="840" cy="280" r="52" fill="#8ea9c9"/>
    <path d="M760 430 q80 -130 160 0 z" fill="#8ea9c9"/>
    <text x="60" y="585" font-size="26" fill="#b03a2e">CONTOH / SAMPLE, sandbox</text>
  </svg>`;
  // Only sandboxes generate pictures.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The same as a PDF file. */
export const buildSamplePdf = ({ title, lines }: SampleDocument): Promise<Buffer> =>
  buffer(
    renderPdf({ title, author: 'Sandbox' }, (page) => {
      page.heading(title, 'CONTOH / SAMPLE, sandbox');
      page.gap();
      for (const line of lines) {
        const [name = '', value = ''] = line.split(': ');
        page.field(name, value);
      }
    }),
  );
