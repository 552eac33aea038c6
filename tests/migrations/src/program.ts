import { mkdirSync, renameSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { buildSync } from 'esbuild';

/** The two programs of a guide. */
export type Side = 'before' | 'after';

/** The guides whose programs are separate processes. */
export type Guide = 'mcp-sdk' | 'mcp-sdk-stdio' | 'fastmcp' | 'express-routes';

/** Where the text of a program is, as the guide shows it. */
export function sourceOf(guide: string, side: Side): URL {
  return new URL(`${guide}/${side}.ts`, import.meta.url);
}

/** Makes a program that Node runs, and answers its path. */
export function programOf(guide: Guide, side: Side): string {
  const source = sourceOf(guide, side);
  return side === 'after' ? bundleProgram(source) : withoutTypes(source, `${guide}-before.mjs`);
}

/** Imports of other packages stay as they were published. */
function withoutTypes(source: URL, name: string): string {
  const folder = fileURLToPath(new URL('../node_modules/.programs/', import.meta.url));
  const draft = `${folder}${process.pid}-${name}`;
  mkdirSync(folder, { recursive: true });
  buildSync({ entryPoints: [fileURLToPath(source)], outfile: draft, format: 'esm', target: 'node20' });
  renameSync(draft, `${folder}${name}`);
  return `${folder}${name}`;
}
