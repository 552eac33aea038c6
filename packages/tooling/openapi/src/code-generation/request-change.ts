import type { ContractDiff, ToolChange } from '@toolwire/contract';
import { type Fields, recordOf } from '@toolwire/internal';
import type { ImportedTool } from './imported-tool.ts';

/** Returns the parts of a tool's request to the API as strings. The source of the tool contains them, but its callers don't see them. */
export function requestParts({
  operation,
  security,
  server,
  needsRepeatableFlag,
}: ImportedTool): Readonly<Record<string, string>> {
  const { method, path, parameters, body, extension } = operation;
  const parameterParts = parameters.map(({ field, in: location, name, style, explode, allowReserved, isJson }) => [
    `parameter ${field}`,
    JSON.stringify([location, name, isJson || [style, explode, allowReserved]]),
  ]);
  const bodyParts = body === undefined ? [] : [['body', JSON.stringify([body.mediaType, ...body.encoding])]];
  return Object.fromEntries([
    ['URL', `${method.toUpperCase()} ${server ?? ''}${path}`],
    ...parameterParts,
    ...bodyParts,
    ...security.map(({ scheme }) => [`credential ${scheme.id}`, JSON.stringify(scheme)]),
    ['repetition', String(needsRepeatableFlag)],
    ['paging', JSON.stringify(extension.paging ?? null)],
  ]) as Readonly<Record<string, string>>;
}

/** Returns the parts of a request that changed. An added or removed part is a change of the input or the requirements. */
export function changedParts(earlier: Fields, later: Fields): readonly string[] {
  const [earlierRequest, laterRequest] = [recordOf(earlier.request), recordOf(later.request)];
  return Object.keys(earlierRequest).filter(
    (part) => Object.hasOwn(laterRequest, part) && earlierRequest[part] !== laterRequest[part],
  );
}

/** A tool in two listings. */
interface ToolPair {
  readonly id: string;
  readonly earlier: Fields;
  readonly later: Fields;
}

/** Adds the changes of requests to a diff. The input and the output stay the same, so each change needs a patch. */
export function withRequestChanges(diff: ContractDiff, pairs: readonly ToolPair[]): ContractDiff {
  const listedIds = new Set(diff.tools.map(({ id }) => id));
  const changed = pairs
    .map((pair) => ({ pair, parts: changedParts(pair.earlier, pair.later) }))
    .filter(({ parts }) => parts.length > 0);
  const partsById = new Map(changed.map(({ pair, parts }) => [pair.id, parts]));
  const others = changed.filter(({ pair }) => !listedIds.has(pair.id)).map(({ pair }) => unchangedTool(pair));
  // A tool whose declared version is earlier than before is both added and removed, so an ID may occur twice.
  const tools = [...diff.tools, ...others]
    .map((tool) => (tool.state === 'changed' ? withParts(tool, partsById.get(tool.id)) : tool))
    .sort((tool, other) => (tool.id === other.id ? 0 : tool.id < other.id ? -1 : 1));
  return {
    bump: diff.bump === 'none' && tools.some(({ bump }) => bump === 'patch') ? 'patch' : diff.bump,
    isCovered: tools.every(({ isCovered }) => isCovered),
    tools,
  };
}

function unchangedTool({ id, earlier, later }: ToolPair): ToolChange {
  const [from, to] = [String(earlier.version), String(later.version)];
  return { id, state: 'changed', from, to, bump: 'patch', changes: [], isCovered: from !== to };
}

function withParts(tool: ToolChange, parts: readonly string[] | undefined): ToolChange {
  if (parts === undefined) return tool;
  const change = {
    bump: 'patch',
    about: 'request',
    text: `The request to the API changed: ${parts.join(', ')}.`,
  } as const;
  return { ...tool, bump: tool.bump === 'none' ? 'patch' : tool.bump, changes: [...tool.changes, change] };
}
