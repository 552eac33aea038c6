import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { publishedEntries } from '../src/pack-workspace.ts';
import { withoutRequireOfModules } from '../src/program.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

/** The entries of all packages, without the one for vitest, which loads inside vitest only. */
export function checkedEntries(): readonly string[] {
  return publishedEntries().filter((entry) => entry !== '@toolwire/conformance/vitest');
}

/** Entries of libraries that are ES modules only. `require` loads them in Node with `require(esm)`. */
const importedOnly = ['@toolwire/orpc'];

/** Every entry, with all that it may need installed. */
export function entriesSuite(ground: Ground): void {
  describe('every entry of every package', () => {
    it('has the same exports with require and import', async () => {
      const folder = await ground.shared();
      const required = checkedEntries().filter((entry) => !importedOnly.includes(entry));
      const script = `
        const entries = ${JSON.stringify(required)};
        const namesOf = (module) => Object.keys(module).filter((name) => name !== 'default' && name !== 'module.exports').sort();
        Promise.all(entries.map(async (entry) => [entry, namesOf(require(entry)), namesOf(await import(entry))]))
          .then((all) => console.log(JSON.stringify(all)));`;
      writeFiles(folder, { 'entries/main.cjs': script });
      const output = await outputOf('node', [withoutRequireOfModules, 'entries/main.cjs'], folder);
      const loaded = JSON.parse(output) as readonly (readonly [string, readonly string[], readonly string[]])[];
      expect(loaded.map(([entry]) => entry)).toEqual(required);
      for (const [entry, byRequire, byImport] of loaded) {
        expect(byImport, entry).toEqual(byRequire);
        expect(byRequire, entry).not.toEqual([]);
      }
    });
  });
}
