import { type Bump, type ContractDiff, diffListings } from '@toolwire/contract';
import type { JsonRecord } from '../base/json.ts';
import { type ImportedTool, listedTool } from './imported-tool.ts';
import { changedParts, requestParts, withRequestChanges } from './request-change.ts';
import type { VersionedTool } from './source-files.ts';

/** The tools with the versions that their changes since the last import need, and these changes. */
export interface ComparedTools {
  readonly tools: readonly VersionedTool[];
  /** As `GET /tools` would list them. */
  readonly listing: { readonly tools: readonly JsonRecord[] };
  readonly diff: ContractDiff;
}

const firstVersion = '1.0.0';

/** Compares tools with the listing of the last import. A changed tool gets the next version that covers its changes. */
export function withVersions(tools: readonly ImportedTool[], earlier: readonly JsonRecord[]): ComparedTools {
  const before = new Map(earlier.map((one) => [withoutVersion(one.id), one]));
  const versioned = tools.map((tool) => ({ tool, version: versionOf(tool, before.get(tool.id)) }));
  const listing = { tools: versioned.map(({ tool, version }) => entryOf(tool, version)) };
  const pairs = listing.tools.flatMap((after) => {
    const id = withoutVersion(after.id);
    const same = before.get(id);
    return same === undefined ? [] : [{ id, before: same, after }];
  });
  const diff = diffListings({ tools: [...before.values()] }, listing);
  return { tools: versioned, listing, diff: withRequestChanges(diff, pairs) };
}

/** A tool in the lock. Its request is compared too, because the listing does not show it. */
function entryOf(tool: ImportedTool, version: string): JsonRecord {
  return { ...listedTool(tool, version), request: requestParts(tool) };
}

function withoutVersion(id: unknown): string {
  return String(id).replace(/@.*$/u, '');
}

function versionOf(tool: ImportedTool, before: Readonly<Record<string, unknown>> | undefined): string {
  const declared = tool.operation.extension.version;
  if (declared !== undefined) return declared;
  if (before === undefined) return firstVersion;
  const version = String(before.version);
  const after = entryOf(tool, version);
  const { bump } = diffListings({ tools: [before] }, { tools: [after] });
  return bumped(version, bump === 'none' && changedParts(before, after).length > 0 ? 'patch' : bump);
}

function bumped(version: string, bump: Bump): string {
  // A prerelease and build metadata don't count.
  const [release = ''] = version.split(/[-+]/u);
  const [major = 1, minor = 0, patch = 0] = release.split('.').map(Number);
  if (bump === 'none') return version;
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
