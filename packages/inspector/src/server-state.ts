import type { JsonSchema, ToolInfo } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { type DescribedChange, type JsonFields, withoutUndefined } from '@toolwire/internal';
import { findPortabilityProblems } from '@toolwire/validate/portability';

/** A published JSON Schema. */
export type Schema = JsonFields | boolean;

type ListedFields =
  | 'id'
  | 'version'
  | 'name'
  | 'title'
  | 'description'
  | 'requirements'
  | 'scopes'
  | 'annotations'
  | 'deprecation'
  | 'taskSupport';

/** A tool as the server describes it to the page. */
export interface ToolState extends Pick<ToolInfo, ListedFields> {
  readonly inputSchema: Schema;
  /** The input schema with its references, if it is recursive or has `$schema`. */
  readonly inputDocument?: Schema;
  readonly outputSchema: Schema | null;
  /** Parts of the tool that some model APIs or MCP clients (`readers`) don't accept. */
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
  /** The definition in strict mode, or the reasons why strict mode is off. Absent if the API has no strict mode. */
  readonly strict?: { readonly definition?: string; readonly reasons: readonly DescribedChange[] };
}

/** Describes the protocols of a server, with their routes. */
export function describeWires(wires: readonly WireCodec[]): readonly WireState[] {
  return wires.map(({ name, routes }) => ({
    name,
    routes: routes.map(({ method, path, op }) => ({ method, path, op })),
  }));
}

/** Describes a tool, with its problems for some model APIs. */
export function describeTool(tool: ToolInfo): ToolState {
  const { id, version, name, title, description, inputSchema, inputDocument, outputSchema } = tool;
  const { requirements, scopes, annotations, deprecation, taskSupport } = tool;
  const problems = findPortabilityProblems(tool).map(({ readers, message }) => ({ readers, message }));
  return {
    id,
    version,
    name,
    description,
    inputSchema: asJson(inputSchema),
    outputSchema: outputSchema && asJson(outputSchema),
    problems,
    ...withoutUndefined({ title, annotations, deprecation, taskSupport, requirements, scopes }),
    ...(inputDocument !== undefined && { inputDocument: asJson(inputDocument) }),
  };
}

/** A listed schema is JSON, which its type does not show. */
function asJson(schema: JsonSchema): Schema {
  return schema as Schema;
}
