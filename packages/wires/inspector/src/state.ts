import type { ToolInfo } from '@toolwire/core';
import type { ToolPage, WireCodec } from '@toolwire/core/wire';
import { findPortabilityProblems } from '@toolwire/portability';

/** Where the tools of a server can be called, as the page is told. */
export interface DescribedWire {
  readonly name: string;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly op: string }[];
}

/** Says which wires there are. */
export function describeWires(wires: readonly WireCodec[]): readonly DescribedWire[] {
  return wires.map(({ name, routes }) => ({
    name,
    routes: routes.map(({ method, path, op }) => ({ method, path, op })),
  }));
}

/** Says which tools there are: what wires publish of them, and what some models will not take. */
export function describeServer({ tools }: ToolPage): { readonly tools: readonly object[] } {
  return { tools: tools.map(describeTool) };
}

function describeTool(tool: ToolInfo): object {
  const { id, version, name, title, description, inputSchema, inputDocument, outputSchema } = tool;
  const { requirements, scopes, anonymous, annotations, deprecation, taskSupport, meta } = tool;
  const problems = findPortabilityProblems(tool).map(({ readers, message }) => ({ readers, message }));
  const schemas = { inputSchema, inputDocument, outputSchema };
  const demands = { requirements, scopes, anonymous };
  return {
    id,
    version,
    name,
    title,
    description,
    annotations,
    deprecation,
    taskSupport,
    meta,
    ...schemas,
    ...demands,
    problems,
  };
}
