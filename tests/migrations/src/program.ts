import { mkdirSync, renameSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { type BuildOptions, buildSync } from 'esbuild';

/** The two programs of a guide. */
export type Side = 'before' | 'after';

/** The guides whose programs are separate processes. */
export type Guide = 'mcp-sdk' | 'mcp-sdk-stdio' | 'fastmcp' | 'mcp-nest' | 'express-routes';

/** Where the text of a program is, as the guide shows it. */
export function sourceOf(guide: string, side: Side): URL {
  return new URL(`${guide}/${side}.ts`, import.meta.url);
}

/** Makes a program that Node runs, and answers its path. */
export function programOf(guide: Guide, side: Side): string {
  const source = sourceOf(guide, side);
  if (side === 'before') return withoutTypes(source, `${guide}-before.mjs`);
  return guide === 'mcp-nest' ? besideNest(source, `${guide}-after.mjs`) : bundleProgram(source);
}

/** Bundles a program without Nest, which loads optional packages that a bundler would look for. */
function besideNest(source: URL, name: string): string {
  return build(source, name, {
    bundle: true,
    platform: 'node',
    conditions: ['@toolwire/source'],
    external: ['@nestjs/*', 'reflect-metadata', 'rxjs'],
    banner: { js: requireForCommonJs },
    logLevel: 'error',
  });
}

/** What CommonJS modules in a bundle of ES modules look for. */
const requireForCommonJs =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Imports of other packages stay as they were published. */
function withoutTypes(source: URL, name: string): string {
  return build(source, name, {});
}

function build(source: URL, name: string, options: BuildOptions): string {
  const folder = fileURLToPath(new URL('../node_modules/.programs/', import.meta.url));
  const draft = `${folder}${process.pid}-${name}`;
  mkdirSync(folder, { recursive: true });
  buildSync({ ...options, entryPoints: [fileURLToPath(source)], outfile: draft, format: 'esm', target: 'node20' });
  renameSync(draft, `${folder}${name}`);
  return `${folder}${name}`;
}
