import { type Bump, type ContractDiff, diffListings, type ToolChange } from '@toolwire/contract';
import { type Fields, recordOf, withoutUndefined } from '@toolwire/internal';
import type { ImportedTool } from './imported-tool.ts';
import type { VersionedTool } from './source-files.ts';

/** The tools with their new versions, and the changes since the last import. */
interface ComparedTools {
  readonly tools: readonly VersionedTool[];
  /** The tools for the lock: as `GET /tools` lists them, with the parts of their requests. */
  readonly listing: { readonly tools: readonly Fields[] };
  readonly diff: ContractDiff;
}

const firstVersion = '1.0.0';

/** Compares tools with the listing of the last import. A changed tool gets the next version that covers its changes. */
export function withVersions(tools: readonly ImportedTool[], earlierListing: readonly Fields[]): ComparedTools {
  const earlierTools = new Map(earlierListing.map((tool) => [withoutVersion(tool.id), tool]));
  const versioned = tools.map((tool) => ({ tool, version: versionOf(tool, earlierTools.get(tool.id)) }));
  const listing = { tools: versioned.map(({ tool, version }) => lockedTool(tool, version)) };
  const pairs = listing.tools.flatMap((later) => {
    const id = withoutVersion(later.id);
    const earlier = earlierTools.get(id);
    return earlier === undefined ? [] : [{ id, earlier, later }];
  });
  const diff = diffListings({ tools: [...earlierTools.values()] }, listing);
  return { tools: versioned, listing, diff: withRequestChanges(diff, pairs) };
}

/** Returns a tool for the lock: as `GET /tools` lists it, with its request, because that is compared too. */
function lockedTool(tool: ImportedTool, version: string): Fields {
  const { id, input = { type: 'object', additionalProperties: false }, output, description, operation } = tool;
  const { isDeprecated } = operation;
  return withoutUndefined({
    id: `${id}@${version}`,
    version,
    title: tool.title,
    description: isDeprecated ? `${description} [Deprecated]` : description,
    annotations: tool.annotations,
    input_schema: { parameters: isDeprecated ? { ...input, deprecated: true } : input },
    output_schema: output,
    requirements: tool.requirements,
    scopes: operation.extension.scopes,
    request: requestParts(tool),
  });
}

function withoutVersion(id: unknown): string {
  return String(id).replace(/@.*$/u, '');
}

function versionOf(tool: ImportedTool, earlier: Fields | undefined): string {
  const declared = tool.operation.extension.version;
  if (declared !== undefined) return declared;
  if (earlier === undefined) return firstVersion;
  const version = String(earlier.version);
  const later = lockedTool(tool, version);
  const { bump } = diffListings({ tools: [earlier] }, { tools: [later] });
  return bumped(version, bump === 'none' && changedParts(earlier, later).length > 0 ? 'patch' : bump);
}

function bumped(version: string, bump: Bump): string {
  // A lock of an earlier release may have a prerelease.
  const [release = ''] = version.split(/[-+]/u);
  const [major = 1, minor = 0, patch = 0] = release.split('.').map(Number);
  if (bump === 'none') return version;
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Returns the parts of a tool's request to the API as strings. The source of the tool contains them, but its callers don't see them. */
function requestParts({
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
function changedParts(earlier: Fields, later: Fields): readonly string[] {
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
function withRequestChanges(diff: ContractDiff, pairs: readonly ToolPair[]): ContractDiff {
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
