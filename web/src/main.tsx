import { createRoot } from 'react-dom/client';
import { reportError, startErrorReporting } from './app/errors/error-reporting.ts';
import { getCspNonce } from './app/page/page-settings.ts';
import { App } from './app/providers.tsx';
import { createAppRouter } from './app/routes/router.ts';
import { installTrustedTypes } from './app/page/trusted-types.ts';
import { loadMessages } from './ui/define-messages.ts';

const RELOADED_KEY = 'reloaded-for-new-version';

// A new version was deployed while this page was open: its old chunks are gone, a fresh page has the new ones.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
});

// The styles of open dialogs (react-remove-scroll) read their nonce from here.
Object.assign(window, { __webpack_nonce__: getCspNonce() });
installTrustedTypes();
startErrorReporting();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Without its translations the page still works, in English.
await loadMessages().catch(reportError);
createRoot(root, { onUncaughtError: reportError }).render(<App router={createAppRouter()} />);
