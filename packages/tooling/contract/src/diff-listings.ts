import { groupBy } from '@toolwire/internal';
import { type Bump, bumpBetween, compareVersions, isAtLeast, largestBump } from './bump.ts';
import { type Change, compareTools } from './compare-tools.ts';
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
  const sorted = [...tools].sort((tool, other) => compareVersions(tool.version, other.version));
  return groupBy(sorted, ({ id }) => id);
}

function changesOf(id: string, before: readonly ListedTool[], after: readonly ListedTool[]): readonly ToolChange[] {
  const changes: ToolChange[] = [];
  for (const tool of after) {
    const same = before.find(({ version }) => version === tool.version);
    // A new version is compared with the latest version before it.
    const earlier = same ?? before.findLast(({ version }) => compareVersions(version, tool.version) < 0);
    const change = earlier === undefined ? addition(id, tool) : versionChange(id, earlier, tool);
    if (same === undefined || change.changes.length > 0) changes.push(change);
  }
  for (const tool of before) {
    // A later version replaces a removed one.
    const isReplaced = after.some(({ version }) => compareVersions(version, tool.version) > 0);
    if (!isReplaced && !after.some(({ version }) => version === tool.version)) changes.push(removal(id, tool));
  }
  return changes;
}

function addition(id: string, { version }: ListedTool): ToolChange {
  return { id, state: 'added', from: undefined, to: version, bump: 'minor', changes: [], isCovered: true };
}

function removal(id: string, { version }: ListedTool): ToolChange {
  return { id, state: 'removed', from: version, to: undefined, bump: 'major', changes: [], isCovered: false };
}

function versionChange(id: string, earlier: ListedTool, later: ListedTool): ToolChange {
  const changes = compareTools(earlier, later);
  const bump = largestBump(changes.map((change) => change.bump));
  const [from, to] = [earlier.version, later.version];
  // A deprecation does not change the behavior of a version.
  const isOnlyDeprecation = from === to && changes.every(({ about }) => about === 'deprecation');
  const isCovered = isOnlyDeprecation || isAtLeast(bumpBetween(from, to), bump);
  return { id, state: 'changed', from, to, bump, changes, isCovered };
}
