import type { Call, ToolInfo } from '@toolwire/core';
import { marksAnything, sensitiveValues } from '../sensitive-values.ts';

/** Finds what must not be repeated of a call: its tokens, its secrets, and the values of parameters that its tool marks as sensitive. */
export type SecretsOf = (
  call: Call & { readonly validInput?: unknown },
  tool: ToolInfo | undefined,
) => readonly string[];

// No tool needs more than these; whoever sends more can hide nothing but what they sent themselves.
const mostOfCall = 100;

const none: readonly string[] = [];

/** Makes a function that finds them, which looks for marks once in each schema. */
export function createSecretsOf(): SecretsOf {
  const known = new WeakMap<object, boolean>();
  const isMarked = ({ inputSchema }: ToolInfo): boolean => {
    const marked = known.get(inputSchema) ?? marksAnything(inputSchema);
    known.set(inputSchema, marked);
    return marked;
  };
  return (call, tool) => {
    const { authorization, secrets } = call.context;
    const sent =
      authorization.length === 0 && secrets.length === 0
        ? none
        : [...authorization.map(({ token }) => token), ...secrets.map(({ value }) => value)].slice(0, mostOfCall);
    if (tool === undefined || !isMarked(tool)) return sent;
    const { inputSchema } = tool;
    return [...sent, ...sensitiveValues(inputSchema, call.input), ...sensitiveValues(inputSchema, call.validInput)];
  };
}
