// The commands that test and compare servers.

import type { Command } from './command.ts';
import { connectionFlags, mcpRevisions, testedWires } from './flags.ts';

// The tests send credentials themselves, so a browser login is not supported. Arcade has no tests.
const { auth: _login, 'client-id': _clientId, 'worker-secret': _workerSecret, ...withoutLogin } = connectionFlags;

export const check: Command = {
  name: 'check',
  about: 'Run the conformance tests against a server',
  operands: 'URL',
  flags: {
    'expected-failures': {
      value: 'file',
      about: 'file with known failures, one test name per line (a listed test must not pass)',
    },
    junit: { value: 'file', about: 'write JUnit XML to this file' },
    badge: { value: 'file', about: 'write an SVG badge to this file' },
    only: { value: 'text', about: 'run only the Open Tool Calling tests whose name contains this text' },
    revision: {
      value: mcpRevisions.join('|'),
      about: 'the MCP revision to test (default: both)',
      isRepeated: true,
    },
    'jwt-audience': { value: 'name', about: '`aud` of the tokens that --jwt-secret signs' },
    ...withoutLogin,
    wire: { value: testedWires.join('|'), about: 'the protocol to test (default: both)' },
    'test-auth': { about: 'also test authentication (needs --api-key, or --jwt-secret and --jwt-audience)' },
  },
  examples: [
    'toolwire check http://127.0.0.1:3000',
    'toolwire check http://127.0.0.1:3000 --expected-failures known.txt',
    'toolwire check http://127.0.0.1:3000 --test-auth --api-key key --only Credentials',
  ],
  json: '`{ isOk, counts: { pass, fail, warn, skip }, stale, cases: [{ suite, title, requirements, status, message, missing }] }`. `stale` lists the tests of `--expected-failures` that passed. `missing` lists what the server lacks for a skipped test',
  load: async () => (await import('../commands/check.ts')).check,
};

export const diff: Command = {
  name: 'diff',
  about: 'Find breaking changes between two targets',
  operands: 'EARLIER LATER',
  flags: {
    markdown: { about: 'write Markdown for a pull request' },
    refs: { about: 'compare two git refs (checks out each ref and runs its code)' },
    at: { value: 'file', about: 'with --refs: path of the module or listing in each ref' },
    run: { value: 'command', about: 'with --refs: command that starts the server on $PORT' },
    prepare: { value: 'command', about: "with --refs: command to run first, such as 'npm ci'" },
    ...connectionFlags,
  },
  examples: [
    'toolwire diff listing.json http://127.0.0.1:3000',
    'toolwire diff --markdown old.json new.json',
    "toolwire diff --refs main HEAD --prepare 'npm ci' --run 'npm start'",
  ],
  json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`. `bump` is the version step that the changes need, such as `major`. `isCovered` of a tool is true if its version was raised at least that much. The top-level `isCovered` is true if it is true for every tool',
  load: async () => (await import('../commands/diff.ts')).diff,
};

export const record: Command = {
  name: 'record',
  about: 'Start a proxy that records the calls to a server, without secrets',
  operands: 'URL',
  flags: {
    out: {
      value: 'file',
      about: 'append calls to this file, one per line (required); if toolwire creates it, only you can read it',
    },
    port: { value: 'port', about: 'the port of the proxy on this machine (default: any free port)' },
    calls: { value: 'count', about: 'stop after this many calls. Calls that still run then get 5 s' },
    ...connectionFlags,
  },
  examples: ['toolwire record http://127.0.0.1:3000 --out calls.jsonl --port 3001'],
  json: '`{ file, calls }` at the end. Only Open Tool Calling is supported',
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
      about: 'a JSON path that may differ, such as $.value.time or $.items.*.id',
      isRepeated: true,
    },
    ...connectionFlags,
  },
  examples: ['toolwire replay calls.jsonl http://127.0.0.1:3000 --ignore $.value.time'],
  json: '`{ counts: { same, different, gone, not_read_only, masked }, calls: [{ toolId, calledToolId, state, differences: [{ path, before, after }], durationMs }] }`. `calledToolId`: the called version, which is the latest if the recorded one no longer exists. `gone`: the tool no longer exists. `not_read_only`: not called, because the tool is not marked read-only. `masked`: not called, because a secret in its input was not recorded. A masked call counts as success',
  load: async () => (await import('../commands/replay.ts')).replay,
};

export const doctor: Command = {
  name: 'doctor',
  about: 'Diagnose your environment and configuration',
  operands: '[URL]',
  flags: {
    redis: { value: 'url', about: 'also check this Redis (default: REDIS_URL)' },
    ...connectionFlags,
  },
  examples: ['toolwire doctor', 'toolwire doctor http://127.0.0.1:3000 --redis redis://127.0.0.1:6379'],
  json: '`{ isOk, findings: [{ check, state, message, advice }] }` with a `check` of `node`, `packages`, `store`, `port` or `clients`, and a `state` of `ok`, `problem` or `skipped`',
  load: async () => (await import('../commands/doctor.ts')).doctor,
};
