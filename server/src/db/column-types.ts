/** How columns are read and written, for the generated schema types: instants are read as ISO text. */
import type { ColumnType } from 'kysely';

export type Instant = ColumnType<string, Date | string, Date | string>;
