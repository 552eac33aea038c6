import type { Call, Tool } from '@toolwire/core';
import { sensitiveValues } from '@toolwire/log';

/** The tokens, secrets and sensitive parameters that a run of a tool could read, and so could repeat. */
export function secretsOfRun({
  context,
  tool,
  input,
  validInput,
}: Call & { readonly tool: Tool; readonly validInput: unknown }): readonly string[] {
  const { authorization = [], secrets = [] } = tool.requirements ?? {};
  return [
    ...context.authorization.filter(({ id }) => authorization.some((one) => one.id === id)).map(({ token }) => token),
    ...context.secrets.filter(({ id }) => secrets.some((one) => one.id === id)).map(({ value }) => value),
    ...sensitiveValues(tool.inputSchema, input),
    ...sensitiveValues(tool.inputSchema, validInput),
  ];
}

// No tool needs more than these; whoever sends more can hide nothing but what they sent themselves.
const mostOfCall = 100;

/** The tokens and secrets that came with a call, which its stages can read. */
export function secretsOfCall({ context }: Call): readonly string[] {
  const values = [...context.authorization.map(({ token }) => token), ...context.secrets.map(({ value }) => value)];
  return values.slice(0, mostOfCall);
}
