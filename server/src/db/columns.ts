/** Columns of a query from the schema of its rows: a field that the contract gains is selected without another line. */

type Name<Shape> = keyof Shape & string;

/**
 * The fields of a row schema as columns of the table `alias`, for `select`. Compiles only when the table has a column of
 * each name; fields from elsewhere are left out by `schema.omit({ … }).shape` and selected next to these.
 */
export const buildColumns = <const Alias extends string, Shape extends object>(
  alias: Alias,
  shape: Shape,
): `${Alias}.${Name<Shape>}`[] => listFields(shape).map((name) => `${alias}.${name}` as const);

/** The names of the fields of a row schema, in its order. */
export const listFields = <Shape extends object>(shape: Shape): Name<Shape>[] => Object.keys(shape) as Name<Shape>[];
