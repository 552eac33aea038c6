import { type Command, sharedFlags } from './command.ts';

// The tests send credentials themselves, so a browser login is not supported.
const { auth: _login, 'client-id': _clientId, ...withoutLogin } = sharedFlags;

/** The commands that test and compare servers. */
export const check: Command = {
  name: 'check',
  about: 'Run the conformance tests against a server',
  operands: 'TARGET',
  flags: {
    'expected-failures': { value: 'file', about: 'names of tests that may fail, one per line; each must still fail' },
    junit: { value: 'file', about: 'write the results as JUnit XML' },
    badge: { value: 'file', about: 'write a badge (SVG)' },
    only: { value: 'text', about: 'run only Open Tool Calling tests with this text in their name' },
    revision: {
      value: '2025-11-25|2026-07-28',
      about: 'the MCP revision to test (default: both)',
      isRepeated: true,
    },
    'jwt-audience': { value: 'name', about: 'the audience of the tokens signed with --jwt-secret' },
    ...withoutLogin,
    auth: { about: 'test authentication; needs --api-key or --jwt-secret' },
  },
  examples: [
    'toolwire check http://127.0.0.1:3000',
    'toolwire check http://127.0.0.1:3000 --junit results.xml --expected-failures known.txt',
    'toolwire check http://127.0.0.1:3000 --auth --api-key key --only Credentials',
  ],
  json: '`{ isOk, counts: { pass, fail, warn, skip }, stale, cases: [{ suite, title, requirements, status, message }] }`',
  load: async () => (await import('../commands/check.ts')).check,
};

export const diff: Command = {
  name: 'diff',
  about: 'Compare two targets and find breaking changes',
  operands: 'EARLIER LATER',
  flags: {
    markdown: { about: 'write Markdown for a pull request' },
    refs: { about: 'compare two git refs; each is checked out into a temporary folder, and its code is run' },
    at: { value: 'file', about: 'with --refs: the module or saved listing in each ref' },
    run: { value: 'command', about: 'with --refs: start the server of each ref, which listens at $PORT' },
    prepare: { value: 'command', about: "with --refs: prepare each ref, for example 'npm ci'" },
    ...sharedFlags,
  },
  examples: [
    'toolwire diff listing.json http://127.0.0.1:3000',
    'toolwire diff --markdown old.json new.json',
    "toolwire diff --refs main HEAD --prepare 'npm ci' --run 'npm start'",
  ],
  json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`',
  load: async () => (await import('../commands/diff.ts')).diff,
};

export const record: Command = {
  name: 'record',
  about: 'Record calls to a server, without secrets',
  operands: 'TARGET',
  flags: {
    out: { value: 'file', about: 'the file to append calls to, one per line; a new file is private to you' },
    port: { value: 'port', about: 'the local port (default: any free port)' },
    calls: { value: 'count', about: 'stop after this many calls' },
    ...sharedFlags,
  },
  examples: ['toolwire record http://127.0.0.1:3000 --out calls.jsonl --port 3001'],
  json: '`{ file, calls }` at the end',
  load: async () => (await import('../commands/record.ts')).record,
};

export const replay: Command = {
  name: 'replay',
  about: 'Replay recorded calls and compare the results',
  operands: 'FILE TARGET',
  flags: {
    'allow-effects': { about: 'also call tools that are not marked read-only' },
    ignore: {
      value: 'path',
      about: 'a JSON path that may differ, for example $.value.time; * matches any key',
      isRepeated: true,
    },
    ...sharedFlags,
  },
  examples: ['toolwire replay calls.jsonl http://127.0.0.1:3000 --ignore $.value.time'],
  json: '`{ counts: { same, different, gone, refused, masked }, calls: [{ toolId, state, differences: [{ path, before, after }], durationMs }] }`',
  load: async () => (await import('../commands/replay.ts')).replay,
};

export const doctor: Command = {
  name: 'doctor',
  about: 'Diagnose your environment and configuration',
  operands: '[URL]',
  flags: {
    redis: { value: 'url', about: 'the Redis URL of the project, checked with its @toolwire/redis (REDIS_URL)' },
    ...sharedFlags,
  },
  examples: ['toolwire doctor', 'toolwire doctor http://127.0.0.1:3000 --redis redis://127.0.0.1:6379'],
  json: '`{ isOk, findings: [{ check, state, message, advice }] }` with a `check` of `node`, `packages`, `store`, `port` or `clients`, and a `state` of `ok`, `problem` or `skipped`',
  load: async () => (await import('../commands/doctor.ts')).doctor,
};
