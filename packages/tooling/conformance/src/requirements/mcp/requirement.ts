/** The revisions of MCP with requirements here. `revisions.ts` of `@toolwire/mcp` lists the differences of older revisions. */
export type McpRevision = '2025-11-25' | '2026-07-28';

/** The id of a rule, such as `MCP-HTTP-03`. */
export type McpRequirementId = `MCP-${string}-${string}`;

/** One rule of MCP that binds a server of tools. */
export interface McpRequirement {
  readonly id: McpRequirementId;
  readonly level: 'MUST' | 'MUST NOT';
  /** A paraphrase of the rule. */
  readonly sentence: string;
  readonly revisions: readonly McpRevision[];
  /** The URL in the newest of its revisions. */
  readonly source: `https://modelcontextprotocol.io/${string}`;
}

export const everyRevision: readonly McpRevision[] = ['2025-11-25', '2026-07-28'];
/** The revision with sessions and a handshake. */
export const onlyLegacy: readonly McpRevision[] = ['2025-11-25'];
/** The stateless revision. */
export const onlyModern: readonly McpRevision[] = ['2026-07-28'];

type Row = readonly [id: McpRequirementId, sentence: string, anchor?: string, level?: McpRequirement['level']];

/** Turns a table of the rules on one page into requirements. Most rules are a MUST. */
export function fromPage(
  revisions: readonly McpRevision[],
  page: string,
  rows: readonly Row[],
): readonly McpRequirement[] {
  return rows.map(([id, sentence, anchor = '', level = 'MUST']) => {
    const source = `https://modelcontextprotocol.io/${page}${anchor === '' ? '' : `#${anchor}`}` as const;
    return { id, level, sentence, revisions, source };
  });
}
