import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { conventionalNames } from '../names.ts';
import type { Attributes } from '../open-telemetry.ts';

/** Turns the arguments or the result of a call into what a span may show of them; `undefined` for nothing. */
export type RecordContent = (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown;

const longestContent = 8_192;

/** What a span shows of arguments and results: what the application has asked for, and nothing of a call whose tool is not known. */
export function contentAttributes(call: Call, outcome: Outcome, content: RecordContent | undefined): Attributes {
  const { tool } = outcome;
  if (content === undefined || tool === undefined) return {};
  const attributes: Attributes = {};
  add(attributes, conventionalNames.toolCallArguments, call.input, { call, tool }, content);
  if (outcome.kind === 'value') {
    add(attributes, conventionalNames.toolCallResult, outcome.value, { call, tool }, content);
  }
  return attributes;
}

function add(
  attributes: Attributes,
  name: string,
  value: unknown,
  of: { readonly call: Call; readonly tool: ToolInfo },
  content: RecordContent,
): void {
  const text = asText(() => content(value, of));
  if (text !== undefined) attributes[name] = text.length > longestContent ? `${text.slice(0, longestContent)}…` : text;
}

/** The conventions allow a JSON text where a span holds no objects. A function of the application's that fails shows nothing. */
function asText(shown: () => unknown): string | undefined {
  try {
    return JSON.stringify(shown());
  } catch {
    return undefined;
  }
}
