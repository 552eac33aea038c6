import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire call`. */
export const call: Command = {
  name: 'call',
  about: 'Calls a tool with name=value, name:=JSON or name=@file, typed by the listing.',
  operands: 'TARGET TOOL [name=value …]',
  flags: {
    input: { value: 'json|@file', about: 'a JSON object with parameters; those beside it come on top' },
    retry: { value: 'times', about: 'tries again so often where the hints of the tool allow it' },
    secret: { value: 'name=value', about: 'a secret that the tool needs', isRepeated: true },
    authorization: { value: 'id=token', about: 'a token for a provider that the tool needs', isRepeated: true },
    'user-id': { value: 'id', about: 'for whom the call is made' },
    ...sharedFlags,
  },
  examples: [
    'toolwire call http://127.0.0.1:3000 Calculator.Add a=10 b=5',
    `toolwire call http://127.0.0.1:3000 Files.Store name=report content=@report.txt tags:='["new"]'`,
  ],
  json: '`{ kind, callId, attempts, … }`: `value`, or a `failed` call with its `failure`, an `invalid` one with `parameterErrors`, or a `refused` one with `code`',
  load: async () => (await import('../commands/call.ts')).call,
};
