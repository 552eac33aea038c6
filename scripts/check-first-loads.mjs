// Holds what a program loads at its start of an entry whose parts come when they are first needed, as a bundler that splits sees it.
// With `--show` it prints what each entry loads when. What an entry needs in all is among the sizes of `.size-limit.json`.
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './packages.mjs';
import { report } from './report.mjs';

/** The entries, and how many bytes with gzip each may have at first. */
const folder = 'packages/tooling/models/dist';
const names = ['openai', 'anthropic', 'gemini', 'ai-sdk', 'langchain', 'openai-agents'];
const limit = 4_000;

/** @typedef {{ readonly bytes: number, readonly now: readonly string[], readonly later: readonly string[] }} Part */

const entries = await Promise.all(names.map(async (name) => ({ name, ...(await loadsOf(name)) })));
if (process.argv.includes('--show')) {
  for (const { name, first, later } of entries) {
    console.log(`${name}: ${first} bytes at first`);
    for (const [file, bytes] of later) console.log(`  ${String(bytes).padStart(6)} ${file}`);
  }
}
report(
  entries
    .filter(({ first }) => first > limit)
    .map(({ name, first }) => `${folder}/${name}.js loads ${first} bytes at first, and may load ${limit}`),
  `${entries.length} entries that load later what they may not need`,
);

/**
 * What is loaded at first, and what each part that is loaded later brings along that was not there before.
 * @param {string} name
 */
async function loadsOf(name) {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(root, folder, `${name}.js`)],
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    outdir: join(root, 'first-loads'),
    absWorkingDir: root,
    chunkNames: '[name]-[hash]',
  });
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const { path, contents } of outputFiles) {
    const file = path.slice(root.length + 1).replaceAll('\\', '/');
    const imports = metafile.outputs[file]?.imports ?? [];
    const of = (/** @type {string} */ kind) => imports.filter((one) => one.kind === kind).map((one) => one.path);
    parts.set(file, {
      bytes: gzipSync(contents, { level: 9 }).length,
      now: of('import-statement'),
      later: of('dynamic-import'),
    });
  }
  const atFirst = closure(parts, [`first-loads/${name}.js`]);
  const laterFiles = [...parts.values()].flatMap((part) => part.later);
  return {
    first: sizeOf(parts, atFirst),
    later: [...new Set(laterFiles)].map((file) => {
      const more = [...closure(parts, [file])].filter((one) => !atFirst.has(one));
      return /** @type {const} */ ([file, sizeOf(parts, new Set(more))]);
    }),
  };
}

/**
 * Files with all that they import at once.
 * @param {ReadonlyMap<string, Part>} parts
 * @param {readonly string[]} files
 */
function closure(parts, files) {
  const found = new Set(files);
  for (const file of found) for (const more of parts.get(file)?.now ?? []) found.add(more);
  return found;
}

/**
 * @param {ReadonlyMap<string, Part>} parts
 * @param {ReadonlySet<string>} files
 */
function sizeOf(parts, files) {
  return [...files].reduce((sum, file) => sum + (parts.get(file)?.bytes ?? 0), 0);
}
