/** The throw-away installation that playwright.config.ts starts for the journeys: where its parts are. */

const port = Number(process.env.E2E_PORT);
if (!Number.isInteger(port) || process.env.E2E_DATA_DIR === undefined) {
  throw new Error('The journeys run by `playwright test`, which chooses ports and a data folder');
}

/** The dashboard and its API. */
export const DASHBOARD_URL = `http://localhost:${port}`;
/** The sandbox bank, with the page on which codes are paid. */
export const BANK_URL = `http://localhost:${port + 1}`;
/** The page of the mailbox. */
export const MAIL_URL = `http://localhost:${port + 2}`;
/** The sandbox's SFTP server, as it is typed into the form. */
export const SFTP_HOST = `localhost:${port + 3}`;
export const DATA_DIR = process.env.E2E_DATA_DIR;

export const SANDBOX_PASSWORD = 'sandbox-only-2026';
export const KOPI = 'superadmin@kopi.example';
export const BATIK = 'superadmin@batik.example';
