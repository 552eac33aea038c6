import { content } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { type Fields, isObject } from '@toolwire/internal';
import { blockOfPart } from './content-parts.ts';

/** What a tool of LangChain answers: its value, what its blocks show, or what its message says. */
export function readLangChainOutput(returned: unknown): unknown {
  if (!isObject(returned) || returned['lc_direct_tool_output'] !== true) return shown(returned);
  if (!('tool_call_id' in returned)) {
    throw new TypeError(
      'The tool returned a Command, which is for the graph around a model and tells a caller nothing.',
    );
  }
  const { content: told, status } = returned;
  if (status === 'error') throw new ToolError(textOf(told));
  return shown(told);
}

function shown(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const blocks = value.map(blockOfPart).filter((block) => block !== undefined);
  // A list of anything else is what the tool found, and no message.
  return blocks.length === value.length ? content(...blocks) : value;
}

function textOf(told: unknown): string {
  if (typeof told === 'string') return told;
  const parts: readonly unknown[] = Array.isArray(told) ? told : [];
  return parts
    .filter((part): part is Fields & { readonly text: string } => isObject(part) && typeof part['text'] === 'string')
    .map(({ text }) => text)
    .join('\n');
}
