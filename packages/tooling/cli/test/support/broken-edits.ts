/** A saved edit with which a program does not start. */
export interface BrokenEdit {
  readonly name: string;
  /** The files that differ from the working program. */
  readonly files: Readonly<Record<string, string>>;
  /** The lines of the report. */
  readonly shows: RegExp;
}

/** A working program. */
export const workingFiles = {
  'package.json': JSON.stringify({ name: 'project', type: 'module' }),
  'data.json': '{ "rate": 2 }\n',
  'src/add.ts': `import { defineTool } from 'toolwire';
import { z } from 'zod';

export const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('One.'), b: z.number().describe('Two.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});
`,
  'src/server.ts': `import { toolwire } from 'toolwire';
import { add } from './add.ts';

const port = Number(process.env['PORT'] ?? 0);
await toolwire({ tools: [add] }).listen(port, { closeOnSignals: false });
`,
} as const;

const add = workingFiles['src/add.ts'];
const server = workingFiles['src/server.ts'];
const inAdd = (from: string, to: string): BrokenEdit['files'] => ({ 'src/add.ts': add.replace(from, to) });
const inServer = (from: string, to: string): BrokenEdit['files'] => ({ 'src/server.ts': server.replace(from, to) });

/** Edits that break the program, and what `toolwire dev` shows. */
export const brokenEdits: readonly BrokenEdit[] = [
  {
    name: 'a syntax error',
    files: inAdd('defineTool({', 'defineTool({;'),
    shows: /^✗ src\/add\.ts:4 Expected identifier but found ";"/,
  },
  { name: 'an open string', files: inAdd("'1.0.0'", "'1.0.0"), shows: /^✗ src\/add\.ts:6 Unterminated string literal/ },
  {
    name: 'a missing file',
    files: inServer("'./add.ts'", "'./sum.ts'"),
    shows: /^✗ src\/server\.ts:2 The imported file '\.\/sum\.ts' does not exist\.\n {2}\[ERR_MODULE_NOT_FOUND\]$/,
  },
  {
    name: 'a missing package',
    files: inServer("'./add.ts'", "'@calculators/add/main'"),
    shows:
      /^✗ src\/server\.ts:2 Package '@calculators\/add' is not installed\. Run: npm install\n {2}@calculators\/add/,
  },
  {
    name: 'a missing export',
    files: { 'src/server.ts': server.replace('{ add }', '{ sum }').replace('[add]', '[sum]') },
    shows: /^✗ src\/server\.ts:2 The requested module '\.\/add\.ts' does not provide an export\n {2}named 'sum'$/,
  },
  {
    name: 'a wrong version',
    files: inAdd("'1.0.0'", "'1.0'"),
    shows:
      /^✗ src\/add\.ts:6 A tool version must be exactly x\.y\.z, [^]*Got '1\.0'\. \[TW_TOOL_VERSION\]\n→ github\.com\/\S+#tw_tool_version$/,
  },
  {
    name: 'a duplicate tool',
    files: inServer('[add]', '[add, { ...add }]'),
    shows: /^✗ src\/server\.ts:5 Calculator\.Add@1\.0\.0 is registered twice\.[^]*\[TW_TOOL_DUPLICATE\]\n→ /,
  },
  {
    name: 'an invalid tool ID',
    files: inAdd("'Calculator.Add'", "'add'"),
    shows: /^✗ src\/\w+\.ts:\d+ .*'add'[^]*\[TW_TOOL_ID\]\n→ /,
  },
  {
    name: 'a value of the wrong type',
    files: inAdd("'Adds two numbers.'", '5'),
    shows: /^✗ src\/add\.ts:7 .*[^]*\[TW_TOOL_DESCRIPTION\]\n→ /,
  },
  {
    name: 'a tool without a handler',
    files: inAdd('run: ({ a, b }) => a + b,', ''),
    shows: /^✗ src\/\w+\.ts:\d+ .*[^]*\[TW_TOOL_RUN\]\n→ /,
  },
  {
    name: 'an input that is not an object',
    files: inAdd("z.object({ a: z.number().describe('One.'), b: z.number().describe('Two.') })", 'z.string()'),
    shows: /^✗ src\/add\.ts:8 The input schema describes a string, [^]*\[TW_SCHEMA_NOT_OBJECT\]\n→ /,
  },
  {
    name: 'a misspelled option',
    files: inServer('{ tools: [add] }', '{ tools: [add], limit: {} }'),
    shows:
      /^✗ src\/server\.ts:5 Invalid option 'limit' in toolwire\(\)\. Did you mean 'limits'\?\n {2}\[TW_OPTION_UNKNOWN\]\n→ /,
  },
  {
    name: 'an error while a file loads',
    files: { 'src/add.ts': `${add}\nthrow new Error('The price list is empty.');\n` },
    shows: /^✗ src\/add\.ts:13 The price list is empty\.$/,
  },
  {
    name: 'a long error',
    files: { 'src/add.ts': `${add}\nthrow new Error('The price list is empty. '.repeat(50));\n` },
    shows: /^✗ src\/add\.ts:13 The price list is empty\. [^]*…$/,
  },
  {
    name: 'a variable that does not exist',
    files: inAdd('a + b,', 'a + b,\n  title: name,'),
    shows: /^✗ src\/add\.ts:11 name is not defined$/,
  },
  {
    name: 'a function that does not exist',
    files: inAdd('z.number(),\n  run', 'z.numeric(),\n  run'),
    shows: /^✗ src\/add\.ts:9 \S*numeric is not a function$/,
  },
  {
    name: 'a rejected promise',
    files: { 'src/server.ts': `${server}\nvoid Promise.reject(new Error('The database is down.'));\n` },
    shows: /^✗ src\/server\.ts:7 The database is down\.$/m,
  },
  {
    name: 'an error that is not an Error',
    files: { 'src/server.ts': `throw 'out of paper';\n` },
    shows: /^✗ src\/server\.ts out of paper$/,
  },
  {
    name: 'a missing environment variable',
    files: {
      'src/server.ts': `import { z } from 'zod';\nz.object({ DATABASE_URL: z.url() }).parse(process.env);\n${server}`,
    },
    shows: /^✗ src\/server\.ts:2 DATABASE_URL: Invalid input: expected string, received\s+undefined$/,
  },
  {
    name: 'an imported file with invalid JSON',
    files: {
      'data.json': '{ "rate": 2,, }\n',
      'src/server.ts': `import data from '../data.json' with { type: 'json' };\nconsole.log(data);\n${server}`,
    },
    shows: /^✗ data\.json(?::1)? .+$/,
  },
  {
    name: 'invalid JSON that the program reads',
    files: {
      'data.json': '{ "rate": 2,, }\n',
      'src/server.ts': `import { readFileSync } from 'node:fs';\nJSON.parse(readFileSync('data.json', 'utf8'));\n${server}`,
    },
    shows: /^✗ src\/server\.ts:2 .+JSON/,
  },
  {
    name: 'an invalid package.json',
    files: { 'package.json': '{ "name": "project", "type": module }\n' },
    shows: /^✗ package\.json This file must be valid JSON\./,
  },
  {
    name: 'a port in use',
    files: inServer('port, {', 'Number(process.env["TAKEN_PORT"]), {'),
    shows: /^✗ src\/server\.ts Port \d+ is in use: [^]*\[EADDRINUSE\]$/,
  },
  {
    name: 'an exit of the program',
    files: { 'src/server.ts': `process.exit(3);\n` },
    shows: /^✗ src\/server\.ts ended with 3\. Save a file to restart it\.$/,
  },
  {
    name: 'a program that does not listen',
    files: { 'src/server.ts': `import './add.ts';\n` },
    shows: /^– src\/server\.ts ended with 0\. Save a file to restart it\.$/,
  },
  {
    name: 'a server without tools',
    files: {
      'src/server.ts': `import { createServer } from 'node:http';\ncreateServer((_, response) => response.end()).listen(0);\n`,
    },
    shows: /^✗ No tools found at http:\S+\. If they are mounted at a path,\s+pass\s+--path \/ai$/,
  },
];
