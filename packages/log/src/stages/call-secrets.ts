import type { Call, ToolInfo } from '@toolwire/core';
import { createSensitiveValues } from '../sensitive-values.ts';

/** Finds what must not be repeated of a call: its tokens, its secrets, and the values of parameters that its tool marks as sensitive. */
export type SecretsOf = (
  call: Call & { readonly validInput?: unknown },
  tool: ToolInfo | undefined,
) => readonly string[];

// What hides behind more of them than any tool needs is hidden from nobody but its sender.
const mostOfCall = 100;

const none: readonly string[] = [];

/** Makes a function that finds them. */
export function createSecretsOf(): SecretsOf {
  const sensitive = createSensitiveValues();
  return (call, tool) => {
    const { authorization, secrets } = call.context;
    const sent =
      authorization.length === 0 && secrets.length === 0
        ? none
        : [...authorization.map(({ token }) => token), ...secrets.map(({ value }) => value)].slice(0, mostOfCall);
    if (tool === undefined || !sensitive.isMarked(tool.inputSchema)) return sent;
    const { inputSchema } = tool;
    return [...sent, ...sensitive.of(inputSchema, call.input), ...sensitive.of(inputSchema, call.validInput)];
  };
}
