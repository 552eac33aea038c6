import type { Call, Outcome, ToolInfo } from '@toolwire/core';
import { cutText } from '@toolwire/internal';
import type { Attributes } from '../open-telemetry.ts';
import { conventionalNames } from '../telemetry-names.ts';

/** The call that a content belongs to, and which part of the call it is. */
interface ContentSource {
  readonly call: Call;
  readonly tool: ToolInfo;
  readonly part: 'arguments' | 'result';
}

/** Returns what a span may show of the arguments or result of a call; `undefined` for nothing. */
export type RecordContent = (content: unknown, of: ContentSource) => unknown;

const maxContentLength = 8_192;

/** Returns the attributes for arguments and results, if the app enabled them and the tool is resolved. */
export function contentAttributes(call: Call, outcome: Outcome, content: RecordContent | undefined): Attributes {
  const { tool } = outcome;
  if (content === undefined || tool === undefined) return {};
  const attributes: Attributes = {};
  const add = (part: ContentSource['part'], value: unknown): void => {
    const text = toJson(() => content(value, { call, tool, part }));
    if (text !== undefined) attributes[attributeNames[part]] = cutText(text, maxContentLength);
  };
  add('arguments', call.input);
  if (outcome.kind === 'value') add('result', outcome.value);
  return attributes;
}

const attributeNames = {
  arguments: conventionalNames.toolCallArguments,
  result: conventionalNames.toolCallResult,
} as const;

/** Serializes to JSON, because spans can't hold objects. Returns `undefined` if the function of the app throws. */
function toJson(readContent: () => unknown): string | undefined {
  try {
    return JSON.stringify(readContent());
  } catch {
    return undefined;
  }
}
