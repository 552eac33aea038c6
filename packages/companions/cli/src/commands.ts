import type { Command } from './command.ts';
import { commonFlags, targetFlags } from './flags.ts';

const shared = { ...targetFlags, ...commonFlags };

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
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
    name: 'diff',
    about: 'Tells what changed between two targets, and whether the versions say so.',
    operands: 'EARLIER LATER',
    flags: { markdown: { about: 'writes Markdown, for a pull request' }, ...shared },
    examples: ['toolwire diff listing.json http://127.0.0.1:3000', 'toolwire diff --markdown old.json new.json'],
    json: '`{ bump, isCovered, tools: [{ id, state, from, to, bump, isCovered, changes }] }`',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
];
