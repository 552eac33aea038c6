import type { JsonSchema, ToolInfo } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { withoutUndefined } from '@toolwire/internal';
import { findPortabilityProblems } from '@toolwire/validate/portability';
import type { Schema, ToolState, WireState } from './server-state.ts';

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
