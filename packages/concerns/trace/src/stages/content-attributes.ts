import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { cutText } from '@toolwire/internal';
import type { Attributes } from '../open-telemetry.ts';
import { conventionalNames } from '../telemetry-names.ts';

/** Returns what a span may show of the arguments or result of a call; `undefined` for nothing. */
export type RecordContent = (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown;

const maxContentLength = 8_192;

/** Returns the attributes for arguments and results, if the app enabled them and the tool is resolved. */
export function contentAttributes(call: Call, outcome: Outcome, content: RecordContent | undefined): Attributes {
  const { tool } = outcome;
  if (content === undefined || tool === undefined) return {};
  const attributes: Attributes = {};
  const add = (name: string, value: unknown): void => {
    const text = toJson(() => content(value, { call, tool }));
    if (text !== undefined) attributes[name] = cutText(text, maxContentLength);
  };
  add(conventionalNames.toolCallArguments, call.input);
  if (outcome.kind === 'value') add(conventionalNames.toolCallResult, outcome.value);
  return attributes;
}

/** Serializes to JSON, because spans can't hold objects. Returns `undefined` if the function of the app throws. */
function toJson(readContent: () => unknown): string | undefined {
  try {
    return JSON.stringify(readContent());
  } catch {
    return undefined;
  }
}
