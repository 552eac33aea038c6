import type { ContractDiff, ToolChange } from '@toolwire/contract';
import { isObject, type JsonRecord, recordOf } from '../base/json.ts';
import type { ImportedTool } from './imported-tool.ts';

/** How a tool calls the API, as strings by the part of the request: what callers of the tool don't see, but its source has. */
export function requestParts({
  operation,
  uses,
  server,
  isRepeatable,
}: ImportedTool): Readonly<Record<string, string>> {
  const { method, path, parameters, body, extension } = operation;
  const ofParameters = parameters.map(({ field, in: location, name, style, explode, allowReserved, isJson }) => [
    `parameter ${field}`,
    JSON.stringify([location, name, isJson || [style, explode, allowReserved]]),
  ]);
  const ofBody = body === undefined ? [] : [['body', JSON.stringify([body.mediaType, ...body.encoding])]];
  return Object.fromEntries([
    ['URL', `${method.toUpperCase()} ${server ?? ''}${path}`],
    ...ofParameters,
    ...ofBody,
    ...uses.map(({ scheme }) => [`credential ${scheme.id}`, JSON.stringify(scheme)]),
    ['repetition', String(isRepeatable)],
    ['paging', JSON.stringify(extension.paging ?? null)],
  ]) as Readonly<Record<string, string>>;
}

/** The parts of a request that two imports have in another form. An added or removed part is a change of the input or the requirements. */
export function changedParts(earlier: unknown, later: unknown): readonly string[] {
  const [before, after] = [requestOf(earlier), requestOf(later)];
  return Object.keys(before).filter((part) => Object.hasOwn(after, part) && before[part] !== after[part]);
}

function requestOf(tool: unknown): JsonRecord {
  return recordOf(isObject(tool) ? tool.request : undefined);
}

/** A tool in two listings. */
interface ToolPair {
  readonly id: string;
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Adds the changes of requests to a diff. The input and the output stay the same, so each needs a patch. */
export function withRequestChanges(diff: ContractDiff, pairs: readonly ToolPair[]): ContractDiff {
  const changed = new Map(
    pairs.map((pair) => [pair.id, { ...pair, parts: changedParts(pair.before, pair.after) }] as const),
  );
  const known = diff.tools.map((tool) => withParts(tool, changed.get(tool.id)?.parts ?? []));
  const knownIds = new Set(diff.tools.map(({ id }) => id));
  const others = [...changed.values()].filter(({ id, parts }) => parts.length > 0 && !knownIds.has(id));
  const tools = [
    ...known,
    ...others.map(({ id, before, after, parts }) => withParts(unchanged(id, before, after), parts)),
  ];
  return {
    bump: diff.bump === 'none' && tools.some(({ bump }) => bump === 'patch') ? 'patch' : diff.bump,
    isCovered: tools.every(({ isCovered }) => isCovered),
    tools: tools.sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

function unchanged(id: string, before: JsonRecord, after: JsonRecord): ToolChange {
  const [from, to] = [String(before.version), String(after.version)];
  return { id, state: 'changed', from, to, bump: 'patch', changes: [], isCovered: from !== to };
}

function withParts(tool: ToolChange, parts: readonly string[]): ToolChange {
  if (parts.length === 0) return tool;
  const change = {
    bump: 'patch',
    about: 'request',
    text: `The request to the API changed: ${parts.join(', ')}.`,
  } as const;
  return { ...tool, bump: tool.bump === 'none' ? 'patch' : tool.bump, changes: [...tool.changes, change] };
}
