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
    const { authorization, secrets, supplied = none } = call.context;
    const credentials =
      authorization.length === 0 && secrets.length === 0
        ? none
        : [...supplied, ...authorization, ...secrets]
            .slice(0, maxCallSecrets)
            .map((entry) => ('token' in entry ? entry.token : entry.value));
    if (tool === undefined || !isMarked(tool)) return credentials;
    const { inputSchema } = tool;
    return [
      ...credentials,
      ...sensitiveValues(inputSchema, call.input),
      ...sensitiveValues(inputSchema, call.validInput),
    ];
  };
}
