/** Column types of the generated schema: timestamps are read as ISO 8601 text. */
import type { ColumnType } from 'kysely';

export type Instant = ColumnType<string, Date | string, Date | string>;
