/** Maps with a limited number of entries, for caches whose keys come from outside. */

/** Sets an entry as the newest one and removes the oldest ones above `max`. */
export function setBounded<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}
