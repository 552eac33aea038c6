import type { RefusedOutcome } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import type { ListedTool, ToolIndex } from '../listing/tool-index.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import type { RpcMessage } from '../rpc/message.ts';
import { callIdProblem } from './call-id.ts';

/** What `tools/call` asks for. */
export interface ReadCall {
  readonly name: string;
  readonly input: Fields;
  /** The tool of that name, if there is one. */
  readonly listed: ListedTool | undefined;
  /** Its id with its version, or the name as it was sent. */
  readonly toolId: string;
  readonly error?: undefined;
}

/** Reads the parameters of `tools/call`. */
export function readCall(
  request: RpcMessage,
  page: ToolPage,
  index: (page: ToolPage) => ToolIndex,
): ReadCall | { readonly error: RpcError } {
  const { name, arguments: input = {} } = request.params;
  if (typeof name !== 'string') return invalid('The "name" of a tool is a string');
  if (!isObject(input)) return invalid('The "arguments" of a tool are an object, or left out');
  const problem = callIdProblem(request);
  if (problem !== undefined) return invalid(problem);
  const listed = index(page).find(name);
  return { name, input, listed, toolId: listed === undefined ? name : listed.toolId };
}

/** Tells a refusal that says only that there is no such tool. */
export function isUnknownTool({ code }: RefusedOutcome): boolean {
  return code === 'invalid_tool_id' || code === 'tool_not_found' || code === 'version_not_found';
}

const longestEcho = 100;

/** Says that there is no such tool, and which one was probably meant. */
export function unknownTool(name: string, index: ToolIndex): RpcError {
  const shown = name.slice(0, longestEcho).replace(/[^\x20-\x7e]/g, '?');
  const meant = index.suggest(name);
  const hint = meant === undefined ? 'tools/list tells which there are.' : `Did you mean '${meant}'?`;
  return { code: rpcCodes.invalidParams, message: `Unknown tool: '${shown}'. ${hint}` };
}

function invalid(message: string): { readonly error: RpcError } {
  return { error: { code: rpcCodes.invalidParams, message } };
}
