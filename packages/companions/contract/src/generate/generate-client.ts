import { compareVersions } from '../bump.ts';
import { type ListedTool, readListing } from '../listing.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { comment, textLiteral, typeName } from './write-text.ts';
import { type Direction, writeType } from './write-type.ts';

/** The names that the file itself has. */
const ownNames = ['CallsOf', 'ClientOptions', 'ServerTools', 'TypedClient', 'Readonly', 'Record'];

/**
 * Writes a TypeScript module with a typed client of the tools in a listing, the JSON of `GET /tools`: for the same
 * tools the same text, whatever their order. It imports `@toolwire/client` alone. Throws a `TypeError` for what is no
 * listing, and for tools without versions, which nobody calls by Open Tool Calling.
 */
export function generateClient(listing: unknown): string {
  const tools = [...readListing(listing)].sort(inOrder);
  for (const { id, version } of tools) {
    if (version === '') {
      throw new TypeError(`The tool \`${id}\` has no version, so that no client of Open Tool Calling can call it.`);
    }
  }
  const used = new Set<string>(ownNames);
  const latest = new Map(tools.map((tool) => [tool.id, tool]));
  // The latest versions first, so that no earlier one takes a name from them.
  const names = new Map<ListedTool, string>();
  for (const tool of latest.values()) names.set(tool, free(typeName(tool.id), used));
  for (const tool of tools) {
    if (!names.has(tool)) names.set(tool, free(`${typeName(tool.id)}V${tool.version.replaceAll(/\W/g, '_')}`, used));
  }
  const blocks = tools.map((tool) => toolBlock(tool, names.get(tool) ?? '', used));
  const all = tools.map((tool) => `  | ${names.get(tool) ?? ''}`);
  return `${[head, ...blocks, tail(all)].join('\n')}`;
}

const head = `// Written by \`toolwire gen\` from a listing of tools: change the tools, and write it anew.
import { type CallsOf, type ClientOptions, createClient, type TypedClient } from '@toolwire/client';
`;

function tail(all: readonly string[]): string {
  const union = all.length === 0 ? ' never' : `\n${all.join('\n')}`;
  return `/** Every tool, for \`createClient<ServerTools>(options)\`. */
export type ServerTools = readonly (${union}${all.length === 0 ? '' : '\n'})[];

/** Makes a client that knows these tools. */
export function createToolsClient(options: ClientOptions): TypedClient<CallsOf<ServerTools>> {
  return createClient<ServerTools>(options);
}
`;
}

function toolBlock(tool: ListedTool, name: string, used: Set<string>): string {
  const input = typeBlock(tool.input, 'sent', free(`${name}Input`, used), `What ${tool.id} takes.`, used);
  const output = typeBlock(tool.output, 'got', free(`${name}Output`, used), `What ${tool.id} returns.`, used);
  const about = comment([tool.description, ...(tool.isDeprecated ? ['@deprecated'] : [])], '');
  return `${input.text}
${output.text}
${about}export interface ${name} {
  readonly id: ${textLiteral(tool.id)};
  readonly version: ${textLiteral(tool.version)};
  run(input: ${input.name}): ${output.name};
}
`;
}

function typeBlock(
  schema: JsonSchema,
  direction: Direction,
  name: string,
  about: string,
  used: Set<string>,
): { readonly name: string; readonly text: string } {
  const written = writeType(schema, direction, (hint) => free(`${name}${typeName(hint)}`, used));
  const named = written.named.map((each) => `\ntype ${each.name} = ${each.type};\n`);
  return { name, text: `${comment([about], '')}export type ${name} = ${written.type};\n${named.join('')}` };
}

/** A name that no other type of the file has. */
function free(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
  used.add(name);
  return name;
}

function inOrder(one: ListedTool, other: ListedTool): number {
  if (one.id !== other.id) return one.id < other.id ? -1 : 1;
  return compareVersions(one.version, other.version);
}
