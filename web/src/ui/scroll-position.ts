/** Where each list was left, so that coming back from a detail finds the same rows and the same row chosen. */
export interface ListPlace {
  offset_px: number;
  active_key: string | null;
}

const START: ListPlace = { offset_px: 0, active_key: null };
const places = new Map<string, ListPlace>();

/** The place of a list by name; its start when it was never left. */
export const placeOf = (name: string | undefined): ListPlace => (name && places.get(name)) || START;

/** Keeps a part of the place. A list without a name is not remembered. */
export function keepPlace(name: string | undefined, part: Partial<ListPlace>): void {
  if (name) places.set(name, { ...placeOf(name), ...part });
}
