// `npm run build`: installs the packages and builds the server, the dashboard and the pay page, as `npm start` does. Plain
// JavaScript for Node 20.19 or later.
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { fail } from './progress.mjs';

await ensureInstalled().then(ensureBuilt).catch(fail);
