import type { Refusal } from './call-result.ts';

/** A JSON Schema in object form. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A provider whose token a tool needs. */
export interface AuthorizationRequirement {
  readonly id: string;
  readonly oauth2?: { readonly scopes?: readonly string[] };
}

/** What a tool requires in addition to its input. */
export interface Requirements {
  readonly authorization?: readonly AuthorizationRequirement[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: boolean;
}

/** A tool as its server lists it. */
export interface ListedTool {
  /** The ID with the version, such as `Calculator.Add@1.0.0`. */
  readonly toolId: string;
  /** The ID without the version. */
  readonly id: string;
  /** Empty if the server has no versions. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** `null` when the tool returns nothing, `{}` when it may return any JSON value. */
  readonly outputSchema: JsonSchema | null;
  readonly requirements?: Requirements;
}

/** The tools of a server. */
export interface ListedResult {
  readonly kind: 'listed';
  readonly tools: readonly ListedTool[];
  /** A message for each invalid part of the listing, which is skipped. */
  readonly warnings: readonly string[];
}

/** The tools of a server, or why they could not be listed. */
export type ListResult = ListedResult | Refusal;
