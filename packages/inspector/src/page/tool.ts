import { type DescribedChange, versionedName } from '@toolwire/internal';
import type { JsonFields } from './json.ts';

/** A published JSON Schema. */
export type Schema = JsonFields | boolean;

/** A tool as the server describes it to the page. */
export interface ToolState {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly inputDocument?: Schema;
  readonly outputSchema: Schema | null;
  readonly annotations?: JsonFields;
  readonly deprecation?: JsonFields;
  readonly requirements?: {
    readonly authorization?: readonly { readonly id: string }[];
    readonly secrets?: readonly { readonly id: string }[];
    readonly userId?: boolean;
  };
  readonly scopes?: readonly string[];
  readonly taskSupport?: 'optional' | 'required';
  readonly problems: readonly { readonly readers: readonly string[]; readonly message: string }[];
}

/** A protocol of the server, with its routes. */
export interface WireState {
  readonly name: string;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly op: string }[];
}

/** The state of the server. */
export interface ServerState {
  readonly tools: readonly ToolState[];
  readonly wires: readonly WireState[];
  /** Whether the server can show model definitions. */
  readonly hasModels: boolean;
}

/** The definition of a tool for one model API, as JSON text. */
export interface ModelDefinition {
  readonly api: string;
  readonly name: string;
  readonly definition: string;
  readonly changes: readonly DescribedChange[];
  readonly strict?: { readonly definition?: string; readonly reasons: readonly DescribedChange[] };
}

/** Returns the tool ID with its version. */
export function toolKey({ id, version }: Pick<ToolState, 'id' | 'version'>): string {
  return `${id}@${version}`;
}

/** Returns the schema for forms. A recursive schema keeps its references. */
export function formSchemaOf({ inputDocument, inputSchema }: ToolState): Schema {
  return inputDocument ?? inputSchema;
}

/** Returns the key of the tool in a URL hash; `undefined` if the hash is malformed. */
export function toolKeyIn(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Returns all versions of a tool, the latest first, from the tools of the store, which are in this order. */
export function versionsOf({ id }: Pick<ToolState, 'id'>, tools: readonly ToolState[]): readonly ToolState[] {
  return tools.filter((tool) => tool.id === id);
}

/** Returns the MCP name of a tool. Older versions have their version as a suffix. */
export function mcpNameOf(tool: ToolState, tools: readonly ToolState[]): string {
  const [latest] = versionsOf(tool, tools);
  if (latest === undefined || toolKey(latest) === toolKey(tool)) return tool.name;
  return versionedName(tool, (name) => tools.some((other) => other.name === name));
}
