import { type Bump, bumpBetween, compareVersions, isAtLeast, largestBump } from './bump.ts';
import { bumpOf, type Change, compareTools } from './compare-tools.ts';
import { type ListedTool, readListing } from './listing.ts';

/** The change to one version of a tool. */
export interface ToolChange {
  readonly id: string;
  readonly state: 'added' | 'removed' | 'changed';
  /** The earlier version; undefined for a new tool. */
  readonly from: string | undefined;
  /** The later version; undefined for a removed tool. */
  readonly to: string | undefined;
  /** The bump that the change needs. */
  readonly bump: Bump;
  readonly changes: readonly Change[];
  /** Whether the version has this bump. */
  readonly isCovered: boolean;
}

/** The changes between two listings. */
export interface ContractDiff {
  readonly bump: Bump;
  /** Whether every version has the bump that its changes need. */
  readonly isCovered: boolean;
  readonly tools: readonly ToolChange[];
}

/** Compares two listings, each the JSON of `GET /tools`, by tool and version. */
export function diffListings(earlier: unknown, later: unknown): ContractDiff {
  const [before, after] = [byId(readListing(earlier)), byId(readListing(later))];
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  const tools = ids.flatMap((id) => changesOf(id, before.get(id) ?? [], after.get(id) ?? []));
  return {
    bump: largestBump(tools.map(({ bump }) => bump)),
    isCovered: tools.every(({ isCovered }) => isCovered),
    tools,
  };
}

function byId(tools: readonly ListedTool[]): ReadonlyMap<string, readonly ListedTool[]> {
  const versionsById = new Map<string, ListedTool[]>();
  const inOrder = [...tools].sort((tool, other) => compareVersions(tool.version, other.version));
  for (const tool of inOrder) versionsById.set(tool.id, [...(versionsById.get(tool.id) ?? []), tool]);
  return versionsById;
}

function changesOf(id: string, before: readonly ListedTool[], after: readonly ListedTool[]): readonly ToolChange[] {
  const current = after.flatMap((tool) => {
    const same = before.find(({ version }) => version === tool.version);
    return same === undefined ? changesOfNewVersion(id, before, tool) : changesOfVersion(id, same, tool);
  });
  const missing = before.filter(({ version }) => !after.some((tool) => tool.version === version));
  return [...current, ...missing.flatMap((tool) => removalOf(id, tool, after))];
}

function changesOfVersion(id: string, earlier: ListedTool, later: ListedTool): readonly ToolChange[] {
  const changes = compareTools(earlier, later);
  if (changes.length === 0) return [];
  const bump = bumpOf(changes);
  // A deprecation does not change the behavior of a version.
  const isCovered =
    changes.every(({ about }) => about === 'deprecation') ||
    isAtLeast(bumpBetween(earlier.version, later.version), bump);
  return [{ id, state: 'changed', from: earlier.version, to: later.version, bump, changes, isCovered }];
}

/** Compares a new version with the latest version before it. */
function changesOfNewVersion(id: string, before: readonly ListedTool[], tool: ListedTool): readonly ToolChange[] {
  const earlier = before.filter(({ version }) => compareVersions(version, tool.version) < 0).at(-1);
  if (earlier === undefined) {
    return [{ id, state: 'added', from: undefined, to: tool.version, bump: 'minor', changes: [], isCovered: true }];
  }
  const changes = compareTools(earlier, tool);
  const bump = bumpOf(changes);
  const isCovered = isAtLeast(bumpBetween(earlier.version, tool.version), bump);
  return [{ id, state: 'changed', from: earlier.version, to: tool.version, bump, changes, isCovered }];
}

/** A removed version is not a change if a later version replaces it. */
function removalOf(id: string, tool: ListedTool, after: readonly ListedTool[]): readonly ToolChange[] {
  const later = after.filter(({ version }) => compareVersions(version, tool.version) > 0);
  if (later.length > 0) return [];
  const removal = {
    id,
    state: 'removed',
    from: tool.version,
    to: undefined,
    bump: 'major',
    changes: [],
    isCovered: false,
  } as const;
  return [removal];
}
