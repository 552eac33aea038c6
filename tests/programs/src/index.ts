import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** What CommonJS modules in a bundle of ES modules look for. */
const requireForCommonJs =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

const folder = fileURLToPath(new URL('../node_modules/.bundles/', import.meta.url));

/** Bundles a program and the sources of all that it imports into one file, and answers its path. */
export function bundleProgram(program: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(program)],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@toolwire/source'],
    banner: { js: requireForCommonJs },
    logLevel: 'error',
  });
  const code = outputFiles[0]?.text ?? '';
  // Named by what is in it: several processes may bundle at once, and start what they have bundled.
  const path = `${folder}${createHash('sha256').update(code).digest('hex')}.mjs`;
  const draft = `${path}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, code);
  renameSync(draft, path);
  return path;
}
