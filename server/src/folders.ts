/** Folders of this repository that the server reads, for its sources as for the built server, whose files lie elsewhere. */
import { findPackageJSON } from 'node:module';
import path from 'node:path';

const SERVER = path.dirname(findPackageJSON(import.meta.url) ?? '');

export const MIGRATIONS_FOLDER = path.join(SERVER, 'migrations');
/** The build of web/. */
export const WEB_FOLDER = path.join(SERVER, '../web/dist');
/** The build of pay/. */
export const PAY_FOLDER = path.join(SERVER, '../pay/dist');
/** Data of features that lie beside their sources. */
export const SOURCE_FOLDER = path.join(SERVER, 'src');
