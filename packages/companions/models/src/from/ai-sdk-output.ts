import { content } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { type Fields, isObject } from '@toolwire/internal';
import { blockOfPart } from './content-parts.ts';

interface Ran {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/**
 * What a tool of the AI SDK answers: what it returned, or what its `toModelOutput` makes of it for models. A failure that this tells of is
 * one here too; with a schema of its own the output stays as it is, since callers count on that.
 */
export async function readAiSdkOutput(
  tool: { readonly toModelOutput?: unknown },
  ran: Ran,
  isTyped: boolean,
): Promise<unknown> {
  const { toModelOutput } = tool;
  if (typeof toModelOutput !== 'function') return ran.output;
  const told: unknown = await toModelOutput.call(tool, ran);
  if (!isObject(told)) return ran.output;
  if (told['type'] === 'error-text') throw new ToolError(String(told['value']));
  if (told['type'] === 'error-json') throw new ToolError(JSON.stringify(told['value']));
  if (told['type'] === 'execution-denied') throw new ToolError(denial(told));
  if (isTyped) return ran.output;
  const { value } = told;
  return told['type'] === 'content' && Array.isArray(value)
    ? content(...value.map((part: unknown) => blockOfPart(part) ?? JSON.stringify(part)))
    : value;
}

function denial({ reason }: Fields): string {
  return typeof reason === 'string' ? reason : 'The tool was not allowed to run.';
}
