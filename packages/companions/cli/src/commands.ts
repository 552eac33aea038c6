import type { Command } from './command.ts';
import { commonFlags, targetFlags } from './flags.ts';

const shared = { ...targetFlags, ...commonFlags };
const { auth: _login, 'client-id': _clientId, ...withoutLogin } = shared;

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'dev',
    about: 'Runs a server of tools, starts it again whenever a file is saved, and tells what changed for callers.',
    operands: '[ENTRY] [-- what the program takes]',
    flags: {
      port: { value: 'number', about: 'the port, which the program reads from PORT' },
      path: { value: '/ai', about: 'where the tools are mounted, where it is not at the root' },
      watch: { value: 'path', about: 'another file or folder whose changes count', isRepeated: true },
      ...shared,
    },
    examples: ['toolwire dev src/server.ts --port 4000', 'toolwire dev -- --verbose'],
    json: 'a line for each event: `{ event: "ready", url, wire, tools, mcpUrl, afterMs, diff }`, `{ event: "changed", files }`, `{ event: "ended", how }`, or `{ event: "silent", url, why }` where no tools answer',
    load: async () => (await import('./commands/dev.ts')).dev,
  },
  {
    name: 'list',
    about: 'Lists the tools of a target, with their versions.',
    operands: 'TARGET',
    flags: shared,
    examples: ['toolwire list http://127.0.0.1:3000', 'toolwire list --json ./tools.mjs > listing.json'],
    json: '`{ "tools": [ … ] }` as `GET /tools` answers, which is a saved listing',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'show',
    about: 'Shows one tool: what it takes, returns and needs.',
    operands: 'TARGET TOOL',
    flags: shared,
    examples: ['toolwire show http://127.0.0.1:3000/mcp Calculator.Add'],
    json: 'the tool as `GET /tools` lists it',
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'call',
    about: 'Calls a tool with name=value, name:=JSON or name=@file, typed by the listing.',
    operands: 'TARGET TOOL [name=value …]',
    flags: {
      input: { value: 'json|@file', about: 'a JSON object with parameters; those beside it come on top' },
      retry: { value: 'times', about: 'tries again so often where the hints of the tool allow it' },
      secret: { value: 'name=value', about: 'a secret that the tool needs', isRepeated: true },
      authorization: { value: 'id=token', about: 'a token for a provider that the tool needs', isRepeated: true },
      'user-id': { value: 'id', about: 'for whom the call is made' },
      ...shared,
    },
    examples: [
      'toolwire call http://127.0.0.1:3000 Calculator.Add a=10 b=5',
      `toolwire call http://127.0.0.1:3000 Files.Store name=report content=@report.txt tags:='["new"]'`,
    ],
    json: '`{ kind, callId, attempts, … }`: `value`, or a `failed` call with its `failure`, an `invalid` one with `parameterErrors`, or a `refused` one with `code`',
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'check',
    about: 'Holds a server against Open Tool Calling, and against the official suite of MCP where that is installed.',
    operands: 'TARGET',
    flags: {
      'expected-failures': {
        value: 'file',
        about: 'the names of cases that may fail, one a line; one that fails no more fails the check',
      },
      junit: { value: 'file', about: 'writes the results as JUnit has them' },
      badge: { value: 'file', about: 'writes a badge (SVG)' },
      only: { value: 'words', about: 'runs the cases of Open Tool Calling with these words in their names' },
      revision: {
        value: '2025-11-25|2026-07-28',
        about: 'a revision of MCP to check; both if left out',
        isRepeated: true,
      },
      'jwt-audience': { value: 'name', about: 'for whom the tokens of --jwt-secret are' },
      ...withoutLogin,
      auth: { about: 'tries good and almost good credentials: the server wants those of --api-key or --jwt-secret' },
    },
    examples: [
      'toolwire check http://127.0.0.1:3000',
      'toolwire check http://127.0.0.1:3000 --junit results.xml --expected-failures known.txt',
      'toolwire check http://127.0.0.1:3000 --auth --api-key key --only Credentials',
    ],
    json: '`{ isWell, counts: { pass, fail, warn, skip }, stale, cases: [{ suite, title, requirements, status, message }] }`',
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'diff',
    about: 'Tells what changed between two targets or git refs, and whether the versions say so.',
    operands: 'EARLIER LATER',
    flags: {
      markdown: { about: 'writes Markdown, for a pull request' },
      refs: {
        about: 'EARLIER and LATER are git refs, each checked out into a folder of its own, where its code is run',
      },
      at: { value: 'file', about: 'with --refs: the module or saved listing in each ref' },
      run: { value: 'command', about: 'with --refs: starts the server of each ref, which listens at $PORT' },
      prepare: { value: 'command', about: "with --refs: what makes each ref ready, such as 'npm ci'" },
      ...shared,
    },
    examples: [
      'toolwire diff listing.json http://127.0.0.1:3000',
      'toolwire diff --markdown old.json new.json',
      "toolwire diff --refs main HEAD --prepare 'npm ci' --run 'npm start'",
    ],
    json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  {
    name: 'gen',
    about: 'Writes a typed client of the tools, a TypeScript file that needs @toolwire/client alone.',
    operands: 'TARGET',
    flags: {
      out: { value: 'file', about: 'where to write it; stdout if left out' },
      check: { about: 'writes nothing, and fails where the file is not what it would be' },
      ...shared,
    },
    examples: [
      'toolwire gen http://127.0.0.1:3000 --out src/tools.ts',
      'toolwire gen listing.json --out src/tools.ts --check',
    ],
    json: '`{ file, tools, state }` with a `state` of `written`, `same`, `differs` or `missing`, or `{ tools, text }` without `--out`',
    load: async () => (await import('./commands/gen.ts')).gen,
  },
  {
    name: 'export',
    about:
      "Writes the tools as a model's interface or OpenAPI takes them, and tells what is different from the listing.",
    operands: 'TARGET',
    flags: {
      to: { value: 'openai|openai-chat|anthropic|gemini|ai-sdk|langchain|openapi', about: 'the form' },
      strict: { about: 'in strict mode, each tool whose schema says the same in it' },
      ...shared,
    },
    examples: [
      'toolwire export http://127.0.0.1:3000 --to anthropic > tools.json',
      'toolwire export listing.json --to openapi > openapi.json',
    ],
    json: '`{ to, tools, report: [{ toolId, name, strict, changes: [{ code, at, message }] }] }`',
    load: async () => (await import('./commands/export.ts')).exportTools,
  },
  {
    name: 'bridge',
    about: 'Stands between a client and a server that speak different things: MCP over stdio, or every wire at a port.',
    operands: 'TARGET',
    flags: {
      serve: {
        value: 'port',
        about: 'serves Open Tool Calling, MCP and Arcade on this machine, instead of MCP over stdio',
      },
      toolkit: {
        value: 'name',
        about: 'the toolkit in the ids of tools that have none; the name of the server if left out',
      },
      secret: { value: 'name=value', about: 'a secret for the tools that need it', isRepeated: true },
      authorization: { value: 'id=token', about: 'a token for the tools that need it', isRepeated: true },
      'user-id': { value: 'id', about: 'for whom calls are made' },
      ...shared,
    },
    examples: [
      'toolwire bridge https://tools.example.com --api-key key',
      'toolwire bridge https://mcp.example.com/mcp --auth login',
      'toolwire bridge --serve 3001 -- node my-mcp-server.mjs',
    ],
    json: '`{ url, mcpUrl, workerUrl, tools }` with `--serve`, once it listens; without it stdout carries MCP',
    load: async () => (await import('./commands/bridge.ts')).bridge,
  },
  {
    name: 'configure',
    about: 'Tells a host of MCP about a server: shows the change to its file, asks, and keeps all else as it is.',
    operands: 'claude|claude-desktop|cursor|vscode|codex|gemini|copilot|opencode|windsurf|zed TARGET',
    flags: {
      name: { value: 'name', about: 'what the host calls the server; after its machine or file if left out' },
      scope: { value: 'project|user', about: 'whose file it is, where the host has both' },
      file: { value: 'file', about: 'another file than the one that the host has there' },
      bridge: { about: 'has the host run toolwire bridge where it could take the address too' },
      yes: { about: 'writes without asking' },
      'dry-run': { about: 'shows what would be written' },
      undo: { about: 'takes it back: the file is as it was before, to the last byte' },
      ...shared,
    },
    examples: [
      'toolwire configure claude http://127.0.0.1:3000/mcp --name tools',
      'toolwire configure claude-desktop https://tools.example.com --api-key key',
      'toolwire configure codex --name files -- node my-mcp-server.mjs',
      'toolwire configure cursor --name tools --undo',
    ],
    json: '`{ host, file, name, state, backup }` with a `state` of `written`, `undone`, `same` or `shown`',
    load: async () => (await import('./commands/configure.ts')).configure,
  },
  {
    name: 'record',
    about: 'Stands in front of a server of Open Tool Calling, and records its calls without secrets.',
    operands: 'TARGET',
    flags: {
      out: { value: 'file', about: 'the file that each call is added to, one a line' },
      port: { value: 'port', about: 'where to listen on this machine; one that is free if left out' },
      calls: { value: 'count', about: 'ends after so many calls' },
      ...shared,
    },
    examples: ['toolwire record http://127.0.0.1:3000 --out calls.jsonl --port 3001'],
    json: '`{ file, calls }` at the end',
    load: async () => (await import('./commands/record.ts')).record,
  },
  {
    name: 'replay',
    about: 'Makes recorded calls again, and tells whether they end the same and how long they take.',
    operands: 'FILE TARGET',
    flags: {
      'allow-effects': { about: 'calls tools too that are not known to change nothing' },
      ignore: {
        value: 'path',
        about: 'a JSON path that may differ, such as $.value.time; * is any one member',
        isRepeated: true,
      },
      ...shared,
    },
    examples: ['toolwire replay calls.jsonl http://127.0.0.1:3000 --ignore $.value.time'],
    json: '`{ counts: { same, different, gone, refused, masked }, calls: [{ toolId, state, differences: [{ path, before, after }], durationMs }] }`',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'completion',
    about: 'Writes what a shell needs to complete commands and flags.',
    operands: 'bash|zsh|fish',
    flags: commonFlags,
    examples: ['toolwire completion bash >> ~/.bashrc'],
    json: '`{ shell, script }`',
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
];
