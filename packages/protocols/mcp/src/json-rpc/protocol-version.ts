import { type Dialect, legacyDialect, legacyDialects, modernDialect } from './dialect.ts';
import { type RpcError, rpcCodes } from './json-rpc.ts';
import { type RpcMessage, versionKey } from './message.ts';

/** Negotiates the version of `initialize`: the requested version, or the newest supported one (MCP-INIT-02). */
export function negotiateDialect(requestedVersion: string): Dialect {
  return legacyDialect(requestedVersion) ?? legacyDialects[0];
}

/** Whether a version in the header of a request is supported. */
export function isSupportedVersion(version: string): boolean {
  return version === modernDialect.version || legacyDialect(version) !== undefined;
}

/** The version in a message of 2026-07-28. */
export function versionOf({ meta }: RpcMessage): unknown {
  return meta[versionKey];
}

/** The error for an unsupported version in a message of 2026-07-28. */
export function versionProblem(message: RpcMessage): RpcError | undefined {
  const requested = versionOf(message);
  return requested === modernDialect.version ? undefined : unsupportedVersionError([modernDialect.version], requested);
}

/** The error for an unsupported version in the header, where the request may be of any revision. */
export function unsupportedHeaderVersion(requested: string | undefined): RpcError {
  return unsupportedVersionError(
    [modernDialect, ...legacyDialects].map(({ version }) => version),
    requested,
  );
}

// With the supported and requested versions (MCP-META-04).
function unsupportedVersionError(supported: readonly string[], requested: unknown): RpcError {
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return { code: rpcCodes.unsupportedVersion, message, data: { supported, requested } };
}
