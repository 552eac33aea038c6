import type { Outcome } from '@toolwire/core';
import type { JsonObject, JsonValue, TaskEnd } from '@toolwire/tasks';
import { type Reply, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { isObject } from '../rpc/json-shape.ts';

/** What a task keeps of a call: its result exactly as it would have been sent, or the error. */
export function endOf(reply: Reply, outcome: Outcome): TaskEnd {
  // MCP-TASKX-05: an error of the protocol; a tool that failed has a result.
  if (reply.error !== undefined) return failedBy(reply.error);
  const result = JSON.parse(reply.result) as JsonObject;
  // A question that came too late for an answer, such as that of a server for a sign-in: a task cannot send it.
  if (result['resultType'] === 'input_required') {
    const message =
      outcome.kind === 'refused' ? outcome.message : 'The tool needs input that it can no longer ask for.';
    return failedBy({ code: rpcCodes.invalidParams, message });
  }
  const message = isErrorResult(result) ? firstText(result) : undefined;
  return { status: 'completed', result, message };
}

/** Tells the result of a tool that failed. */
export function isErrorResult(result: JsonValue | undefined): boolean {
  return isObject(result) && result['isError'] === true;
}

function failedBy(error: RpcError): TaskEnd {
  return { status: 'failed', error: JSON.parse(JSON.stringify(error)) as JsonObject, message: error.message };
}

function firstText({ content }: JsonObject): string | undefined {
  const [block] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined;
}
