import type { BodyProblem, HttpResponse } from '@toolwire/core/wire';
import { legacyDialect, modernDialect, unknownId, unnamedDialect } from '../revisions/dialect.ts';
import { errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';
import { type Unreadable, unreadableError } from '../rpc/unreadable-error.ts';
import { jsonResponse } from './response.ts';

/** Answers a body that is no JSON; the detail never quotes it. */
export function unreadableBody(unreadable: Unreadable, version: string | undefined): HttpResponse {
  const { problem } = unreadable;
  const response = jsonResponse(errorAnswer(unknownIdIn(version), unreadableError(unreadable), statusOf[problem]));
  // The rest of the body is not read, so the connection cannot be used again.
  return problem === 'too_large' ? { ...response, headers: { ...response.headers, connection: 'close' } } : response;
}

/** Answers what is no message of the protocol, with its id where that could be read. */
export function malformed(message: string, version: string | undefined, id: RpcId | undefined): HttpResponse {
  return jsonResponse(errorAnswer(id ?? unknownIdIn(version), { code: rpcCodes.invalidRequest, message }, 400));
}

/** What stands for an unknown id in the revision that a request names in its header. */
export function unknownIdIn(version: string | undefined): null | undefined {
  if (version === undefined) return unknownId(unnamedDialect);
  return unknownId(version === modernDialect.version ? modernDialect : legacyDialect(version));
}

const statusOf: Readonly<Record<BodyProblem, number>> = {
  too_large: 413,
  media_type: 415,
  encoding: 400,
  too_deep: 400,
  too_many_parts: 400,
  not_json: 400,
  empty: 400,
  interrupted: 400,
};
