import type { JsonFields } from './json.ts';

/** A JSON Schema as it is published. */
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
  readonly anonymous?: boolean;
  readonly taskSupport?: 'optional' | 'required';
  readonly problems: readonly { readonly readers: readonly string[]; readonly message: string }[];
}

/** Where one wire of the server is. */
export interface WireState {
  readonly name: string;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly op: string }[];
}

/** What the server says of itself. */
export interface ServerState {
  readonly tools: readonly ToolState[];
  readonly wires: readonly WireState[];
  /** Whether it can say what models are told of a tool. */
  readonly hasModels: boolean;
}

/** How one model API is told of a tool; definitions are JSON texts. */
export interface ToldTool {
  readonly api: string;
  readonly name: string;
  readonly definition: string;
  readonly changes: readonly ToldChange[];
  readonly strict?: { readonly definition?: string; readonly reasons: readonly ToldChange[] };
}

/** What is different there, and why. */
export interface ToldChange {
  readonly code: string;
  readonly at: string;
  readonly message: string;
}

/** A tool with its version, as calls name it. */
export function toolKey({ id, version }: Pick<ToolState, 'id' | 'version'>): string {
  return `${id}@${version}`;
}

/** The schema that forms are made of: with its references, where it contains itself. */
export function formSchemaOf({ inputDocument, inputSchema }: ToolState): Schema {
  return inputDocument ?? inputSchema;
}
