/** Begins with what the server put into the page, so that nothing has to be asked for before something is shown. */
import type { PayLink } from '@dasbor/contract/pay';
import { run } from './app.ts';
import { setClock } from './clock.ts';

const root = document.getElementById('pay');
const link = JSON.parse(document.getElementById('pay-data')?.textContent ?? 'null') as PayLink | null;
const slug = location.pathname.split('/')[2] ?? '';
if (link !== null) setClock(link.now);
if (root !== null) {
  // Said once the first screen is painted and its buttons work, for whoever measures.
  void run(root, slug, link).then(() => requestAnimationFrame(() => setTimeout(() => performance.mark('pay-usable'))));
}
