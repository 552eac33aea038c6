import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Compiles code as a file in this folder, and returns its errors and its cost. */
function compile(text: string): { readonly errors: readonly string[]; readonly instantiations: number } {
  const file = fileURLToPath(new URL('compiled.ts', import.meta.url));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    customConditions: ['@toolwire/source'],
    allowImportingTsExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([file], options, {
    ...host,
    fileExists: (path) => path === file || host.fileExists(path),
    readFile: (path) => (path === file ? text : host.readFile(path)),
    getSourceFile: (path, language) =>
      path === file ? ts.createSourceFile(path, text, language) : host.getSourceFile(path, language),
  });
  const source = program.getSourceFile(file);
  const errors = program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return {
    errors,
    instantiations: (program as unknown as { getInstantiationCount(): number }).getInstantiationCount(),
  };
}

const imports = `
import { defineTool, defineToolkit } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { z } from 'zod';
import { createClient } from '../src/index.ts';
`;

function programOf(tools: number, calls: string): string {
  const names = Array.from({ length: tools }, (_tool, index) => index);
  const definitions = names.map(
    (n) => `const tool${n} = defineTool({
  id: 'Kit${n % 20}.Tool${n}', version: '1.${n}.0', description: 'Adds.',
  input: z.object({ a${n}: z.number(), b: z.string().optional() }), output: z.object({ sum${n}: z.number() }),
  run: (input) => ({ sum${n}: input.a${n} }),
});`,
  );
  return `${imports}${definitions.join('\n')}
const server = createToolServer({ wires: [], tools: [${names.map((n) => `tool${n}`).join(', ')}] });
const client = createClient<typeof server>({ url: 'https://tools.example.com' });
${calls}`;
}

// A compiler's whole work on two hundred tools is for `npm test -- --all`.
test.skipIf(process.env['TEST_SCOPE'] !== 'all')('200 tools with a client take at most 210,000 instantiations', () => {
  const { errors, instantiations } = compile(
    programOf(
      200,
      `
await client.call('Kit7.Tool7', { a7: 1 });
await client.call('Kit8.Tool8@1.8.0', { a8: 1 });
await client.tools.Kit9.Tool9({ a9: 1 });`,
    ),
  );
  expect(errors).toEqual([]);
  expect(instantiations).toBeGreaterThan(1_000);
  expect(instantiations).toBeLessThan(210_000);
});
