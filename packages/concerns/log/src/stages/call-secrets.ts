import type { Call, ToolInfo } from '@toolwire/core';
import { cachedBy } from '@toolwire/internal';
import { hasSensitiveParts, sensitiveValues } from '../sensitive-values.ts';

/** Returns the secrets of a call: its tokens, its secrets and the values of sensitive parameters. */
export type FindSecrets = (
  call: Call & { readonly validInput?: unknown },
  tool: ToolInfo | undefined,
) => readonly string[];

/** More than any tool needs. Secrets of the server come first, so a client that sends more exposes only its own values. */
const maxCallSecrets = 100;

/** Creates a function that finds the secrets of a call. It looks for sensitive parameters once per schema. */
export function createSecretFinder(): FindSecrets {
  const isMarked = cachedBy((inputSchema: object) => hasSensitiveParts(inputSchema));
  return (call, tool) => {
    const credentials = credentialsOf(call);
    if (tool === undefined || !isMarked(tool.inputSchema)) return credentials;
    const { inputSchema } = tool;
    return [
      ...credentials,
      ...sensitiveValues(inputSchema, call.input),
      ...sensitiveValues(inputSchema, call.validInput),
    ];
  };
}

function credentialsOf({ context, suppliedSecrets }: Call): readonly string[] {
  const { authorization, secrets, supplied = [] } = context;
  const entries = [...supplied, ...authorization, ...secrets];
  const values = entries.map((entry) => ('token' in entry ? entry.token : entry.value));
  return [...(suppliedSecrets ?? []), ...values].slice(0, maxCallSecrets);
}
