import type { Call, ToolInfo } from '@toolwire/core';
import { hasSensitiveParts, sensitiveValues } from '../schema-marked-values.ts';

/** Returns the secrets of a call: its tokens, its secrets and the values of sensitive parameters. */
export type FindSecrets = (
  call: Call & { readonly validInput?: unknown },
  tool: ToolInfo | undefined,
) => readonly string[];

// More than any tool needs. A client that sends more only exposes its own values, because those of the server come first.
const maxCallSecrets = 100;

const none: readonly never[] = [];

/** Creates a function that finds the secrets of a call. It looks for sensitive parameters once per schema. */
export function createSecretFinder(): FindSecrets {
  const markedSchemas = new WeakMap<object, boolean>();
  const isMarked = ({ inputSchema }: ToolInfo): boolean => {
    const hasMarks = markedSchemas.get(inputSchema) ?? hasSensitiveParts(inputSchema);
    markedSchemas.set(inputSchema, hasMarks);
    return hasMarks;
  };
  return (call, tool) => {
    const credentials = credentialsOf(call);
    if (tool === undefined || !isMarked(tool)) return credentials;
    const { inputSchema } = tool;
    return [
      ...credentials,
      ...sensitiveValues(inputSchema, call.input),
      ...sensitiveValues(inputSchema, call.validInput),
    ];
  };
}

function credentialsOf({ context, suppliedSecrets }: Call): readonly string[] {
  const { authorization, secrets, supplied = none } = context;
  const ofServer = suppliedSecrets === undefined ? none : [...suppliedSecrets];
  if (authorization.length + secrets.length + ofServer.length === 0) return none;
  const entries = [...supplied, ...authorization, ...secrets];
  const values = entries.map((entry) => ('token' in entry ? entry.token : entry.value));
  return [...ofServer, ...values].slice(0, maxCallSecrets);
}
