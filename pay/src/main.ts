/** Starts with the data embedded in the page, so that the first screen needs no request. */
import type { PayLink } from '@dasbor/contract/pay';
import { run } from './app.ts';
import { setClock } from './clock.ts';

const root = document.getElementById('pay');
const link = JSON.parse(document.getElementById('pay-data')?.textContent ?? 'null') as PayLink | null;
const slug = location.pathname.split('/')[2] ?? '';
if (link !== null) setClock(link.now);
if (root !== null) {
  // Marks when the first screen is painted and interactive, for performance measurements.
  void run(root, slug, link).then(() => requestAnimationFrame(() => setTimeout(() => performance.mark('pay-usable'))));
}
