import type { BodyProblem, JsonBody } from '@toolwire/core/wire';
import { type RpcError, rpcCodes } from './json-rpc.ts';

/** What is no JSON, and why. */
export type Unreadable = Extract<JsonBody, { readonly ok: false }>;

/** The error for what is no JSON; the detail never quotes it. */
export function unreadableError({ problem, detail }: Unreadable): RpcError {
  return { code: codeOf[problem], message: detail };
}

const codeOf: Readonly<Record<BodyProblem, number>> = {
  too_large: rpcCodes.invalidRequest,
  media_type: rpcCodes.invalidRequest,
  encoding: rpcCodes.notJson,
  too_deep: rpcCodes.invalidRequest,
  too_many_parts: rpcCodes.invalidRequest,
  not_json: rpcCodes.notJson,
  empty: rpcCodes.notJson,
  interrupted: rpcCodes.notJson,
};
