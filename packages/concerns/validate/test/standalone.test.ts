import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type * as core from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import type { Check } from '../src/compile/compiled-schema.ts';
import type { Checked, OutputCheck } from '../src/index.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(`${folder}src`, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const importsOf = (file: string): readonly (readonly [statement: string, from: string])[] =>
  [...readFileSync(`${folder}src/${file}`, 'utf8').matchAll(/^(?:import|export) [^;']*? from '([^']+)';/gm)].map(
    ([statement, from = '']) => [statement, from],
  );

describe('the package works without other toolwire packages', () => {
  it('imports each library only in the entry named after it', () => {
    const importers = sources.flatMap((file) =>
      importsOf(file)
        .filter(
          ([statement, from]) =>
            // The dependencies that the build copies into the package.
            !from.startsWith('.') &&
            !from.startsWith('@toolwire/internal') &&
            (file === 'validate-stage.ts' || !statement.startsWith('import type ')),
        )
        .map(([, from]) => `${file}: ${from}`),
    );
    expect(importers.sort()).toEqual([
      'ajv.ts: #load-ajv',
      'no-eval.ts: @cfworker/json-schema',
      'validate-stage.ts: @toolwire/core',
      'zod-mini.ts: zod/v4/core',
      'zod3.ts: #load-zod-to-json-schema',
    ]);
    expect(importsOf('validate-stage.ts').every(([statement]) => statement.startsWith('import type '))).toBe(true);
  });

  it('depends on ajv and zod-to-json-schema only at run time', () => {
    const manifest: unknown = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
    expect(manifest).toHaveProperty('dependencies', { ajv: 'catalog:', 'zod-to-json-schema': 'catalog:' });
  });

  it('accepts Standard Schemas without the package of their types', () => {
    const sourceOf = (source: StandardSchemaV1 | StandardJSONSchemaV1): SchemaSource => source;
    expect(sourceOf).toBeTypeOf('function');
  });

  it('has types that are compatible with the tools of core', () => {
    const checkOf = (check: Check | OutputCheck): core.Check => check;
    const checkedOf = (checked: Checked): core.Checked => checked;
    const sourceOf = (source: core.SchemaSource): SchemaSource => source;
    expect([checkOf, checkedOf, sourceOf]).toHaveLength(3);
  });
});

const built = existsSync(`${folder}dist/no-eval.cjs`);
const inNode = (flags: readonly string[], script: string): string =>
  execFileSync(process.execPath, [...flags, '--eval', script], { cwd: folder, encoding: 'utf8' }).trim();

describe.skipIf(!built)('the built package (skipped until it is built: npm run build)', () => {
  const schema = `{ type: 'object', properties: { b: { type: 'number', description: 'A number.' } } }`;
  const check = (options: string): string => `
    const { check } = compileInput(${schema}, ${options});
    console.log(JSON.stringify(check({ b: 'infinity' })));`;
  const refused =
    '{"ok":false,"message":"Some input parameters are invalid","parameterErrors":{"b":"Must be a number, got the string \\"infinity\\""}}';

  it('checks without eval where code generation is forbidden', () => {
    const script = `const { compileInput } = require('./dist/index.cjs');
      const { noEval } = require('./dist/no-eval.cjs');${check('{ validator: noEval() }')}`;
    expect(inNode(['--disallow-code-generation-from-strings'], script)).toBe(refused);
  });

  it('names the alternative to ajv there', () => {
    const script = `const { compileInput } = require('./dist/index.cjs');
      const { ajv } = require('./dist/ajv.cjs');
      try { compileInput(${schema}, { validator: ajv() }); } catch (error) { console.log(error.code, error.message.includes('@toolwire/validate/no-eval')); }`;
    expect(inNode(['--disallow-code-generation-from-strings'], script)).toBe('TW_SCHEMA_NO_CODE_GENERATION true');
  });

  it('works in CommonJS and as a module', () => {
    const common = `const { compileInput } = require('./dist/index.cjs');
      const { ajv } = require('./dist/ajv.cjs');${check('{ validator: ajv() }')}`;
    const module = `import { compileInput } from './dist/index.js';
      import { ajv } from './dist/ajv.js';${check('{ validator: ajv() }')}`;
    expect(inNode(['--input-type=commonjs'], common)).toBe(refused);
    expect(inNode(['--input-type=module'], module)).toBe(refused);
  });

  it('recognizes errors of its CommonJS build in its ES module build', () => {
    const script = `import { isSchemaError } from './dist/index.js';
      import { createRequire } from 'node:module';
      const { compileInput } = createRequire(process.cwd() + '/')('./dist/index.cjs');
      try { compileInput(5); } catch (error) { console.log(isSchemaError(error)); }`;
    expect(inNode(['--input-type=module'], script)).toBe('true');
  });

  it('loads no validator and no schema library with its main entry', () => {
    const script = `require('./dist/index.cjs'); require('./dist/stage.cjs');
      console.log(Object.keys(require.cache).filter((path) => path.includes('node_modules')).length);`;
    expect(inNode(['--input-type=commonjs'], script)).toBe('0');
  });
});
