import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method } from '../rpc/context.ts';
import { errorAnswer, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { isLogLevel, knownLevels } from '../rpc/log-levels.ts';

/** `logging/setLevel`: from which level on the client wants log lines; kept by connections, not over HTTP. */
export function setLevel(): Method<LegacyRequest> {
  return ({ id, params }) =>
    isLogLevel(params['level'])
      ? resultAnswer(id, '{}')
      : errorAnswer(id, { code: rpcCodes.invalidParams, message: `The "level" is one of ${knownLevels}` });
}
