/** Finds cycles between the feature folders of one source folder. */
import * as fs from 'node:fs';
import path from 'node:path';

/** Folder → imported folder → the first import that makes the edge. */
export type FolderGraph = Map<string, Map<string, string>>;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;
const IS_TEST = /\.(test|e2e)\.tsx?$|(^|\/)test\//;

/**
 * Folders directly below `source` and their imports of each other, type imports included. Files of `source` itself compose
 * the folders, and so do `lists` (paths below `source`): their imports are no edges.
 */
export function readFolderGraph(source: string, lists: readonly string[] = []): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const file of fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/\.tsx?$/.test(file) || file.endsWith('.gen.ts') || IS_TEST.test(file) || lists.includes(file)) continue;
    const text = fs.readFileSync(path.join(source, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(IMPORT)) {
      const target = path.join(path.dirname(file), imported);
      const [from, to] = [getFolder(file), getFolder(target)];
      if (from === null || to === null || from === to || to === '..') continue;
      const edges = graph.get(from) ?? new Map<string, string>();
      graph.set(from, edges);
      if (!edges.has(to)) edges.set(to, `${file} imports ${target}`);
    }
  }
  return graph;
}

const getFolder = (file: string): string | null => (file.includes('/') ? (file.split('/')[0] ?? null) : null);

/** The imports of the first cycle, in order; null when there is none. */
export function findCycle(graph: FolderGraph): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(folder)) return [...trail.slice(trail.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of graph.get(folder)?.keys() ?? []) {
      const cycle = visit(next, [...trail, folder]);
      if (cycle !== null) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of graph.keys()) {
    const cycle = visit(folder, []);
    if (cycle !== null) return cycle.slice(1).map((to, index) => graph.get(cycle[index] ?? '')?.get(to) ?? to);
  }
  return null;
}
