import type { ToolInfo } from '@toolwire/core';
import type { ToolPage, WireCodec } from '@toolwire/core/wire';
import { findPortabilityProblems } from '@toolwire/validate/portability';
import type { WireState } from './page/tool.ts';

/** Describes the protocols of a server. */
export function describeWires(wires: readonly WireCodec[]): readonly WireState[] {
  return wires.map(({ name, routes }) => ({
    name,
    routes: routes.map(({ method, path, op }) => ({ method, path, op })),
  }));
}

/** Describes the tools of a server, with problems for some model APIs. */
export function describeServer({ tools }: ToolPage): { readonly tools: readonly object[] } {
  return { tools: tools.map(describeTool) };
}

function describeTool(tool: ToolInfo): object {
  const { id, version, name, title, description, inputSchema, inputDocument, outputSchema } = tool;
  const { requirements, scopes, annotations, deprecation, taskSupport } = tool;
  const problems = findPortabilityProblems(tool).map(({ readers, message }) => ({ readers, message }));
  return {
    id,
    version,
    name,
    title,
    description,
    annotations,
    deprecation,
    taskSupport,
    inputSchema,
    inputDocument,
    outputSchema,
    requirements,
    scopes,
    problems,
  };
}
