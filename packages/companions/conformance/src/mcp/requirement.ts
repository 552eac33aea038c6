/** The revisions of MCP whose rules stand here; those before 2025-11-25 differ in what `dialect.ts` of `@toolwire/mcp` says. */
export type McpRevision = '2025-11-25' | '2026-07-28';

/** The part of the protocol a rule belongs to. */
export type McpSection =
  | 'RPC'
  | 'META'
  | 'HTTP'
  | 'HEAD'
  | 'STDIO'
  | 'SESS'
  | 'INIT'
  | 'DISC'
  | 'LIST'
  | 'CALL'
  | 'RES'
  | 'PROMPT'
  | 'COMP'
  | 'APP'
  | 'PROG'
  | 'LOG'
  | 'CANC'
  | 'SUB'
  | 'ASK'
  | 'URL'
  | 'TASK'
  | 'TASKX'
  | 'AUTH';

/** The id of a rule, such as `MCP-HTTP-03`. */
export type McpRequirementId = `MCP-${McpSection}-${string}`;

/** One rule of MCP that binds a server of tools. */
export interface McpRequirement {
  readonly id: McpRequirementId;
  readonly level: 'MUST' | 'MUST NOT';
  /** The rule in our own words. */
  readonly sentence: string;
  readonly revisions: readonly McpRevision[];
  /** Where it stands: in the newest of its revisions. */
  readonly source: `https://modelcontextprotocol.io/${string}`;
}

/** Both revisions, for rules that they share. */
export const everyRevision: readonly McpRevision[] = ['2025-11-25', '2026-07-28'];
/** The revision with sessions and a handshake. */
export const onlyLegacy: readonly McpRevision[] = ['2025-11-25'];
/** The revision in which every request stands alone. */
export const onlyModern: readonly McpRevision[] = ['2026-07-28'];
