import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, recordOf } from '@toolwire/internal';
import { createDefinitionSearch } from './definitions.ts';

/** The tools of a lock. It contains each definition once, because tools share many definitions. */
export interface LockListing {
  readonly definitions: { readonly input: Fields; readonly output: Fields };
  readonly tools: readonly Fields[];
}

/** Writes a listing for the lock. A name has one definition in all inputs, and one in all outputs. */
export function packListing(tools: readonly Fields[]): LockListing {
  const input = new Map<string, unknown>();
  const output = new Map<string, unknown>();
  const packed = tools.map((tool) =>
    mapSchemas(tool, (schema, direction) => {
      const { $defs, ...rest } = schema;
      const shared = direction === 'input' ? input : output;
      for (const [name, definition] of Object.entries(recordOf($defs))) shared.set(name, definition);
      return rest;
    }),
  );
  return { definitions: { input: Object.fromEntries(input), output: Object.fromEntries(output) }, tools: packed };
}

/** Reads the listing of a lock in the form of `GET /tools`: each schema with the definitions that it uses. */
export function unpackListing(listing: unknown): readonly Fields[] {
  const { definitions, tools } = recordOf(listing);
  const shared = { input: recordOf(recordOf(definitions).input), output: recordOf(recordOf(definitions).output) };
  const search = { input: createDefinitionSearch(shared.input), output: createDefinitionSearch(shared.output) };
  return listOf(tools)
    .filter(isObject)
    .map((tool) =>
      mapSchemas(tool, (schema, direction) => {
        const used = search[direction](schema);
        return used.length === 0
          ? schema
          : { ...schema, $defs: Object.fromEntries(used.map((name) => [name, shared[direction][name]])) };
      }),
    );
}

/** Replaces the two schemas of a tool. */
function mapSchemas(tool: Fields, map: (schema: JsonSchema, direction: 'input' | 'output') => JsonSchema): Fields {
  const { input_schema: input, output_schema: output } = tool;
  return {
    ...tool,
    input_schema: { parameters: map(recordOf(recordOf(input).parameters), 'input') },
    ...(isObject(output) && { output_schema: map(output, 'output') }),
  };
}
