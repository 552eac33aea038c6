import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import ts59 from 'typescript59';
import { expect, it } from 'vitest';
import { documents } from './documents.ts';

const folder = fileURLToPath(new URL('generated', import.meta.url));
const files = Object.keys(documents).flatMap((name) =>
  readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
);

it.each([
  ['6', ts],
  ['5.9', ts59 as unknown as typeof ts],
] as const)('compiles imported sources under TypeScript %s, as strictly as it can', (version, compiler) => {
  expect(compiler.version.startsWith(version)).toBe(true);
  const program = compiler.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    customConditions: ['@toolwire/source'],
  });
  const errors = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file}: ${compiler.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(files.length).toBeGreaterThan(10);
  expect(errors).toEqual([]);
});
