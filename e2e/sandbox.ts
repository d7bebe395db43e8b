/** Addresses of the temporary installation that playwright.config.ts starts for the journeys. */

const port = Number(process.env.E2E_PORT);
if (!Number.isInteger(port) || process.env.E2E_DATA_DIR === undefined) {
  throw new Error('The journeys run by `playwright test`, which chooses ports and a data folder');
}

/** The dashboard and its API. */
export const DASHBOARD_URL = `http://localhost:${port}`;
/** The sandbox bank, with the page to pay codes. */
export const BANK_URL = `http://localhost:${port + 1}`;
/** The sandbox mailbox. */
export const MAIL_URL = `http://localhost:${port + 2}`;
/** The sandbox's SFTP server, as entered in the form. */
export const SFTP_HOST = `localhost:${port + 3}`;
export const DATA_DIR = process.env.E2E_DATA_DIR;

export const SANDBOX_PASSWORD = 'sandbox-only-2026';
/** Of Kopi Nusantara: creates QRIS payments and reads transactions. */
export const KOPI_API_KEY = 'sk_test_KopiNusantaraSandboxOnly0000000000000000000';
export const KOPI = 'superadmin@kopi.example';
export const BATIK = 'superadmin@batik.example';
