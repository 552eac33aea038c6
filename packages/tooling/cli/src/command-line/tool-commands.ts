// The commands that show, call, export or import tools.

import type { Command } from './command.ts';
import { callFlags, commonFlags, connectionFlags, exportFormats } from './flags.ts';

export const list: Command = {
  name: 'list',
  about: 'List the tools of a target',
  operands: 'TARGET',
  flags: connectionFlags,
  examples: ['toolwire list http://127.0.0.1:3000', 'toolwire list --json ./tools.mjs > listing.json'],
  json: '`{ "tools": [ … ] }`, the format of `GET /tools`. You can save it to a file and use the file as a TARGET',
  load: async () => (await import('../commands/list.ts')).list,
};

export const show: Command = {
  name: 'show',
  about: "Show a tool's input, output and required credentials",
  operands: 'TARGET TOOL',
  flags: connectionFlags,
  examples: ['toolwire show http://127.0.0.1:3000/mcp Calculator.Add'],
  json: 'the tool in the format of `GET /tools`',
  load: async () => (await import('../commands/show.ts')).show,
};

export const call: Command = {
  name: 'call',
  about: 'Call a tool with name=value parameters',
  operands: 'TARGET TOOL [name=value | name:=JSON | name=@file …]',
  flags: {
    input: { value: 'json|@file', about: 'parameters as a JSON object; name=value overrides them' },
    retry: { value: 'times', about: 'retry this many times, if the failure is retryable' },
    ...callFlags,
    ...connectionFlags,
  },
  examples: [
    'toolwire call http://127.0.0.1:3000 Calculator.Add a=10 b=5',
    `toolwire call http://127.0.0.1:3000 Files.Store file=@a.txt tags:='["new"]'`,
  ],
  json: '`{ kind, callId, attempts, … }`. The `kind` is `value` (with `value`), `failed` (with `failure`), `invalid` (with `parameterErrors`) or `refused` (with `code`)',
  load: async () => (await import('../commands/call.ts')).call,
};

export const gen: Command = {
  name: 'gen',
  about: 'Generate a typed TypeScript client',
  operands: 'TARGET',
  flags: {
    out: { value: 'file', about: 'the file to write (default: stdout)' },
    check: { about: 'write nothing, and fail if the file is out of date' },
    ...connectionFlags,
  },
  examples: [
    'toolwire gen http://127.0.0.1:3000 --out src/tools.ts',
    'toolwire gen listing.json --out src/tools.ts --check',
  ],
  json: '`{ file, tools, state }` with a `state` of `written`, `same`, `differs` or `missing`, or `{ tools, text }` if you set no `--out`',
  load: async () => (await import('../commands/gen.ts')).gen,
};

export const exportTools: Command = {
  name: 'export',
  about: 'Export the tools for a model API or OpenAPI',
  operands: 'TARGET',
  flags: {
    to: { value: exportFormats.join('|'), about: 'the format' },
    strict: { about: 'use strict mode if the schema allows it' },
    ...connectionFlags,
  },
  examples: [
    'toolwire export http://127.0.0.1:3000 --to anthropic > tools.json',
    'toolwire export listing.json --to openapi > openapi.json',
  ],
  json: '`{ to, tools, report: [{ toolId, name, strict, changes: [{ code, pointer, message }] }] }`',
  load: async () => (await import('../commands/export.ts')).exportTools,
};

export const importTools: Command = {
  name: 'import',
  about: 'Generate tools from an OpenAPI document',
  operands: '[DOCUMENT]',
  flags: {
    out: { value: 'folder', about: 'where to write the tools (default: only list the operations)' },
    tag: { value: 'tag', about: 'import the operations with this tag', isRepeated: true },
    path: { value: 'path', about: 'import the operations of this path, such as /orders/*', isRepeated: true },
    operation: { value: 'id', about: 'import the operation with this ID', isRepeated: true },
    search: { value: 'words', about: 'list only operations that contain these words' },
    overlay: { value: 'file', about: 'apply an OpenAPI Overlay file first', isRepeated: true },
    toolkit: { value: 'name', about: 'the first part of the tool IDs (default: the API title)' },
    'base-url': { value: 'url', about: 'the URL of the API (default: the first server)' },
    ...commonFlags,
  },
  examples: [
    "toolwire import openapi.yaml --search 'order'",
    'toolwire import openapi.yaml --out src/tools --tag orders',
    'toolwire import --out src/tools  # import again into src/tools',
  ],
  json: '`{ files: [{ name, state, conflicts }], tools, diff, unsupported, advice, problems }`, or `{ operations }` if you set no `--out` or chose no operations',
  load: async () => (await import('../commands/import.ts')).importTools,
};
