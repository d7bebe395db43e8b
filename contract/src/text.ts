/** Text that can be stored: PostgreSQL has no U+0000, and UTF-8 has no lone surrogates. */

/** Whether a text has neither U+0000 nor a lone surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

interface Node {
  value: unknown;
  name: string;
  parent: Node | null;
}

/**
 * Path of the first text in a value, names of fields included, that cannot be stored; null when there is none. Iterative,
 * and linear in the size of the value, so that neither wide nor deep values are a burden.
 */
export function findUnstorableText(value: unknown): string[] | null {
  const open: Node[] = [{ value, name: '', parent: null }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node.value === 'string' && !isStorableText(node.value)) return toPath(node);
    if (typeof node.value !== 'object' || node.value === null) continue;
    for (const [name, inner] of Object.entries(node.value)) {
      if (!isStorableText(name)) return toPath(node);
      if (typeof inner === 'string' || typeof inner === 'object') open.push({ value: inner, name, parent: node });
    }
  }
  return null;
}

function toPath(node: Node): string[] {
  const path: string[] = [];
  for (let each = node; each.parent !== null; each = each.parent) path.unshift(each.name);
  return path;
}
