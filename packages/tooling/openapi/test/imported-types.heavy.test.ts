import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileErrors } from './compile-errors.ts';
import { documents } from './documents.ts';

const folder = fileURLToPath(new URL('generated', import.meta.url));
const files = Object.keys(documents).flatMap((name) =>
  readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
);

it.each(['6', '5.9'] as const)('compiles imported sources under TypeScript %s, as strictly as it can', (version) => {
  expect(files.length).toBeGreaterThan(10);
  expect(compileErrors(version, files)).toEqual([]);
});
