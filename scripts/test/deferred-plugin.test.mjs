import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferredPlugin } from '../deferred-plugin.mjs';

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deferred-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a library that is put off', () => {
  it('runs when it is first asked for, once, and in both module systems', async () => {
    write('heavy.cjs', 'globalThis.ran = (globalThis.ran ?? 0) + 1; exports.Heavy = class Heavy {};');
    write(
      'heavy.deferred.ts',
      "import { Heavy } from './heavy.cjs';\n\nexport function heavy(): unknown {\n  return Heavy;\n}\n",
    );
    write('entry.ts', "export { heavy } from './heavy.deferred.ts';");
    for (const format of /** @type {const} */ (['esm', 'cjs'])) {
      await bundle('entry.ts', format);
      Reflect.deleteProperty(globalThis, 'ran');
      const file = join(folder, format, format === 'esm' ? 'entry.mjs' : 'entry.cjs');
      const { heavy } = await import(pathToFileURL(file).href);
      expect(Reflect.get(globalThis, 'ran')).toBeUndefined();
      expect(heavy()).toBe(heavy());
      expect(heavy().name).toBe('Heavy');
      expect(Reflect.get(globalThis, 'ran')).toBe(1);
    }
    Reflect.deleteProperty(globalThis, 'ran');
  });

  it('is refused in a form that the build could not put off', async () => {
    write('two.deferred.ts', "import { One, Two } from './heavy.cjs';\n\nexport const both = [One, Two];\n");
    await expect(bundle('two.deferred.ts', 'esm')).rejects.toThrow('must import one name of one library');
  });
});

/**
 * @param {string} entry
 * @param {'esm' | 'cjs'} format
 */
async function bundle(entry, format) {
  const outDir = join(folder, format);
  const chosen = { config: false, dts: false, logLevel: /** @type {const} */ ('silent'), clean: false };
  await build({ ...chosen, cwd: folder, entry: [entry], outDir, format, plugins: [deferredPlugin()] });
}

/**
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  writeFileSync(join(folder, name), text);
}
