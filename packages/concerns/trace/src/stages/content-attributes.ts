import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { cutText } from '@toolwire/internal';
import { conventionalNames } from '../names.ts';
import type { Attributes } from '../open-telemetry.ts';

/** Returns what a span may show of the arguments or result of a call; `undefined` for nothing. */
export type RecordContent = (content: unknown, of: { readonly call: Call; readonly tool: ToolInfo }) => unknown;

const maxContentLength = 8_192;

/** The attributes for arguments and results, if the app enabled them and the tool is resolved. */
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
  const text = toJson(() => content(value, of));
  if (text !== undefined) {
    attributes[name] = cutText(text, maxContentLength);
  }
}

/** Serializes to JSON, because spans can't hold objects. If the app's function throws, nothing is shown. */
function toJson(readContent: () => unknown): string | undefined {
  try {
    return JSON.stringify(readContent());
  } catch {
    return undefined;
  }
}
