import { cachedBy, nearestName } from '@toolwire/internal';
import { createVersionResolver } from '@toolwire/version';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import type { ListedTool, ToolIndex } from './tool-index.ts';

const maxEchoLength = 100;

/** The error for an unknown tool or version, with the closest name, or the names of the existing versions. */
export function unknownTool(name: string, index: ToolIndex): RpcError {
  const shown = name.slice(0, maxEchoLength).replace(/[^\x20-\x7e]/g, '?');
  return invalidParams(`Unknown tool: '${shown}'. ${hintFor(name, index)}`);
}

const maxListedVersions = 3;

function hintFor(name: string, index: ToolIndex): string {
  const requested = readRequestedName(name);
  const similar = suggesterOf(index)(requested);
  const [first] = similar;
  if (first === undefined) return 'Call tools/list to see all tools.';
  if (requested.version === undefined) return `Did you mean '${first.name}'?`;
  const [named, ...others] = similar.slice(0, maxListedVersions).map(describeVersion);
  if (others.length === 0) return `Did you mean ${named}?`;
  const moreCount = similar.length - maxListedVersions;
  return `Available: ${[named, ...others].join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}.`;
}

function describeVersion({ name, tool }: ListedTool): string {
  return `'${name}' (version ${tool.version})`;
}

/** A name as a client sent it, read as the ID of a tool. */
interface RequestedName {
  readonly name: string;
  readonly id: string;
  readonly version: string | undefined;
}

// Names with a version: `Calculator.Add@1`, and `Calculator_Add-1_0_0` as `versionedName` writes it.
function readRequestedName(name: string): RequestedName {
  const [plain = '', version] = name.replace(/-(\d+)_(\d+)_(\d+)$/, '@$1.$2.$3').split('@', 2);
  return { name, id: plain.includes('.') ? plain : plain.replace('_', '.'), version };
}

/** No name is suggested for a longer one. */
const maxSuggestedLength = 128;
const maxComparedNames = 256;

/** Finds the tools that a client may have meant: one, or the versions of one, newest first. */
type Suggester = (requested: RequestedName) => readonly ListedTool[];

// Most names derive from IDs, which the resolver compares. The others are compared as names. Marked as pure, so that bundles without MCP
// calls drop the resolver.
const suggesterOf = /* @__PURE__ */ cachedBy(({ listed }: ToolIndex): Suggester => {
  const resolver = createVersionResolver(listed.map(({ tool }) => tool));
  const compared = listed.slice(0, maxComparedNames).map(({ name }) => name);
  return ({ name, id, version }) => {
    if (name.length > maxSuggestedLength) return [];
    const resolution = resolver.resolve(version === undefined ? id : `${id}@${version}`);
    if (resolution.ok) return listed.filter(({ tool }) => tool === resolution.item);
    // A suggestion for an ID with a version contains a version.
    const suggestedId = resolution.suggestions[0]?.split('@', 1)[0];
    const newestFirst = listed.filter(({ tool }) => tool.id === suggestedId).reverse();
    if (newestFirst.length > 0) return version === undefined ? newestFirst.slice(0, 1) : newestFirst;
    const nearest = nearestName(name, compared);
    return listed.filter((entry) => entry.name === nearest);
  };
});
