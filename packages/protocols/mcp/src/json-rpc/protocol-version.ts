import { type RpcError, rpcCodes } from './json-rpc.ts';
import { type RpcMessage, versionKey } from './message.ts';
import { legacyRevision, legacyRevisions, modernRevision, type Revision } from './supported-revisions.ts';

/** Whether a version in the header of a request is supported. */
export function isSupportedVersion(version: string): boolean {
  return version === modernRevision.version || legacyRevision(version) !== undefined;
}

/** Negotiates the version: the requested version, or the newest one that starts with `initialize` (MCP-INIT-02). */
export function negotiateRevision(requestedVersion: string): Revision {
  return legacyRevision(requestedVersion) ?? legacyRevisions[0];
}

/** The version in a message of 2026-07-28. */
export function versionOf({ meta }: RpcMessage): unknown {
  return meta[versionKey];
}

/** The error for an unsupported version in a message of 2026-07-28. */
export function versionProblem(message: RpcMessage): RpcError | undefined {
  const requested = versionOf(message);
  return requested === modernRevision.version
    ? undefined
    : unsupportedVersionError([modernRevision.version], requested);
}

/** The error for an unsupported version in the header, where the request may be of any revision. */
export function unsupportedHeaderVersion(requested: string | undefined): RpcError {
  return unsupportedVersionError(
    [modernRevision, ...legacyRevisions].map(({ version }) => version),
    requested,
  );
}

// With the supported and requested versions (MCP-META-04).
function unsupportedVersionError(supported: readonly string[], requested: unknown): RpcError {
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return { code: rpcCodes.unsupportedVersion, message, data: { supported, requested } };
}
