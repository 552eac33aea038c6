import { checkNames, type NamesOf } from '@toolwire/internal';
import type { FileChange, Plan } from './plan.ts';
import { addToolSource, callLine, connectLine, curlLine, ownRange, ranges } from './templates.ts';

export interface ProjectOptions {
  /** A valid npm package name. */
  readonly name: string;
  /** Whether the project uses TypeScript instead of JavaScript. */
  readonly isTypeScript: boolean;
}

const optionNames: NamesOf<ProjectOptions> = { name: true, isTypeScript: true };

/** Plans a new project with one tool, a server and a test. */
export function planProject(options: ProjectOptions): Plan {
  checkNames('planProject()', options, optionNames);
  const { name, isTypeScript } = options;
  const extension = isTypeScript ? 'ts' : 'js';
  const files: Readonly<Record<string, string>> = {
    'package.json': asJson(manifestOf(name, extension)),
    [`src/add.${extension}`]: toolFile,
    [`src/tools.${extension}`]: toolsFile(extension),
    [`src/server.${extension}`]: serverFile(extension),
    [`test/add.test.${extension}`]: testFile(extension),
    ...(isTypeScript && { 'tsconfig.json': asJson(tsconfig) }),
    '.gitignore': 'node_modules\n',
    'README.md': readmeFile(name, extension),
  };
  return {
    title: `A new ${isTypeScript ? 'TypeScript' : 'JavaScript'} project, ${name}`,
    files: Object.entries(files).map(([path, after]): FileChange => ({ path, before: undefined, after })),
    next: ['npm run dev', `${callLine('toolwire', 'http://127.0.0.1:3000')}   # in another terminal`],
    // Names of servers have only these characters.
    connect: connectLine(name.replaceAll(/[^\w-]+/g, '-').replace(/^-+/, ''), 'http://127.0.0.1:3000/mcp'),
  };
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function manifestOf(name: string, extension: string): object {
  const isTypeScript = extension === 'ts';
  const { typescript, tsx, zod } = ranges;
  const node = isTypeScript ? 'node --import tsx' : 'node';
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      dev: `toolwire dev src/server.${extension}`,
      start: `${node} src/server.${extension}`,
      // The shell expands the pattern. On Windows, Node does since version 21.
      test: `${node} --test test/*.test.${extension}`,
      ...(isTypeScript && { typecheck: 'tsc' }),
    },
    engines: { node: '>=20.19' },
    dependencies: { toolwire: ownRange, ...(isTypeScript && { tsx }), zod },
    devDependencies: {
      '@toolwire/cli': ownRange,
      ...(isTypeScript && { '@types/node': ranges['@types/node'], typescript }),
    },
  };
}

const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    allowUnreachableCode: false,
    allowUnusedLabels: false,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ['src', 'test'],
};

const toolFile = `import { defineTool } from 'toolwire';
import { z } from 'zod';

export ${addToolSource}`;

const toolsFile = (extension: string): string => `import { toolwire } from 'toolwire';
import { add } from './add.${extension}';

/** Every tool that is served. */
export const tools = toolwire({ tools: [add] });
`;

const serverFile = (extension: string): string => `import process from 'node:process';
import { tools } from './tools.${extension}';

const { url } = await tools.listen(Number(process.env['PORT'] ?? 3000));
console.log(\`Tools at \${url}/tools, for MCP clients at \${url}/mcp\`);
`;

const testFile = (extension: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from 'toolwire';
import { add } from '../src/add.${extension}';
import { tools } from '../src/tools.${extension}';

const call = createCaller(tools);

test('adds two numbers', async () => {
  assert.equal(await call.value(add, { a: 10, b: 5 }), 15);
});

test('refuses invalid input', async () => {
  const { kind } = await call('Calculator.Add', { a: 10, b: 'infinity' });
  assert.equal(kind, 'invalid');
});
`;

function readmeFile(name: string, extension: string): string {
  return `# ${name}

AI tools, served over Open Tool Calling, MCP and Arcade by [toolwire](https://github.com/toolwire/toolwire).

\`\`\`sh
npm run dev   # restarts on save, and reports breaking changes
npm test
npm start
\`\`\`

\`\`\`sh
${curlLine('http://127.0.0.1:3000')}
\`\`\`

A tool is a file such as \`src/add.${extension}\`; \`src/tools.${extension}\` lists the tools that are served.
`;
}
