import type { Plugin } from 'vite';

/**
 * The modules of the project that the login page runs: whatever the page and its login screen import statically. In one
 * chunk they take one round trip; the bundler would write a file for each set of screens that shares some of them, and a
 * browser fetches six files at a time.
 */
export function collectStartModules(entry: string, screens: readonly string[]) {
  const modules = new Set<string>();
  const plugin: Plugin = {
    name: 'start-modules',
    apply: 'build',
    buildEnd() {
      const waiting = [entry, ...screens];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        // Libraries export from one file whatever they contain.
        if (modules.has(id) || id.includes('/node_modules/')) continue;
        modules.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
      // The entry waits for the messages of the language, which import modules of this chunk.
      modules.delete(entry);
    },
  };
  return { plugin, has: (id: string): boolean => modules.has(id) };
}
