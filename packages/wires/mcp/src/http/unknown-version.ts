import type { HttpResponse } from '@toolwire/core/wire';
import { legacyDialect, legacyDialects, modernDialect } from '../revisions/dialect.ts';
import { errorAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import type { RpcId } from '../rpc/message.ts';
import { jsonResponse } from './response.ts';

/** Answers a message whose header names a version that is not spoken; `undefined` for all others, also those that name none. */
export function refuseVersion(version: string | undefined): HttpResponse | undefined {
  if (version === undefined || version === modernDialect.version || legacyDialect(version) !== undefined) {
    return undefined;
  }
  return unknownVersion(version, undefined);
}

/** Answers one whose version is not spoken here, or not in this way. */
export function unknownVersion(requested: string | undefined, id: RpcId | undefined): HttpResponse {
  const supported = [modernDialect, ...legacyDialects].map(({ version }) => version);
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  // MCP-HEAD-01: 400, with the versions that are spoken.
  return jsonResponse(
    errorAnswer(id, { code: rpcCodes.unsupportedVersion, message, data: { supported, requested } }, 400),
  );
}
