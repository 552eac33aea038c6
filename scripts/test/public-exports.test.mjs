import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../packages.mjs';
import { findPublicExports } from '../public-exports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'public-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('functions and options need a sentence, and types, constants and classes do not', () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'src/index.ts'),
    `export function silent(): void {}
export const alsoSilent = (): void => {};
/** Does a thing. */
export function described(): void {}
export interface Plain { readonly member: string }
export interface SomeOptions {
  readonly silentOption?: string | undefined;
  /** The size. */
  readonly describedOption?: number | undefined;
}
export const constant = 1;
export class Thing {}
`,
  );
  const manifest = { name: 'fixture', exports: { '.': { '@toolwire/source': './src/index.ts' } } };
  const one = { folder: relative(root, folder), manifest, sources: new Map() };
  const exports = findPublicExports([one]);
  const lacking = exports.filter(({ isFunction, isDocumented }) => isFunction && !isDocumented);
  expect(lacking.map(({ name }) => name).sort()).toEqual(['alsoSilent', 'silent']);
  expect(exports.flatMap(({ silentOptions }) => silentOptions)).toEqual(['silentOption']);
});
