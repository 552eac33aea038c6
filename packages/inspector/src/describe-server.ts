import type { ToolInfo } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { findPortabilityProblems } from '@toolwire/validate/portability';
import type { WireState } from './page/tool.ts';

/** Describes the protocols of a server, with their routes. */
export function describeWires(wires: readonly WireCodec[]): readonly WireState[] {
  return wires.map(({ name, routes }) => ({
    name,
    routes: routes.map(({ method, path, op }) => ({ method, path, op })),
  }));
}

/** Describes a tool, with its problems for some model APIs. */
export function describeTool(tool: ToolInfo): object {
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
