/** JSON-RPC error codes by meaning, as MCP uses them. */
export const rpcCodes = {
  notJson: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  /** Also for an unknown tool or prompt, because the method itself exists. */
  invalidParams: -32602,
  internal: -32603,
  // From the range reserved for MCP. MCP-RPC-06
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Only before 2026-07-28. MCP-RES-02 */
  resourceNotFound: -32002,
  /** Only in 2025-11-25. */
  urlElicitationRequired: -32042,
} as const;

/** The codes of refusals for unknown tools and versions. */
const unknownToolCodes: ReadonlySet<string> = new Set(['invalid_tool_id', 'tool_not_found', 'version_not_found']);

/**
 * Whether a refusal means only that the tool, or its version, doesn't exist. MCP responds with an error instead of a result, and
 * OpenTelemetry counts it as a mistake of the client.
 */
export function isUnknownTool({ code }: { readonly code: string }): boolean {
  return unknownToolCodes.has(code);
}
