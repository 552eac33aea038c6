import { type Bump, type ContractDiff, diffListings } from '@toolwire/contract';
import { isRecord, listOf, recordOf } from '../base/json.ts';
import { type ImportedTool, listedTool } from './imported-tool.ts';
import type { VersionedTool } from './source-files.ts';

/** The tools with the versions that their changes since the last import need, and these changes. */
export interface ComparedTools {
  readonly tools: readonly VersionedTool[];
  /** As `GET /tools` would list them. */
  readonly listing: { readonly tools: readonly object[] };
  readonly diff: ContractDiff;
}

const firstVersion = '1.0.0';

/** Compares tools with the listing of the last import. A changed tool gets the next version that covers its changes. */
export function withVersions(tools: readonly ImportedTool[], earlier: unknown): ComparedTools {
  const before = new Map(
    listOf(recordOf(earlier).tools)
      .filter(isRecord)
      .map((one) => [withoutVersion(one.id), one]),
  );
  const versioned = tools.map((tool) => ({ tool, version: versionOf(tool, before.get(tool.id)) }));
  const listing = { tools: versioned.map(({ tool, version }) => listedTool(tool, version)) };
  return { tools: versioned, listing, diff: diffListings({ tools: [...before.values()] }, listing) };
}

function withoutVersion(id: unknown): string {
  return String(id).replace(/@.*$/u, '');
}

function versionOf(tool: ImportedTool, before: Readonly<Record<string, unknown>> | undefined): string {
  const declared = tool.operation.extension.version;
  if (declared !== undefined) return declared;
  if (before === undefined) return firstVersion;
  const version = String(before.version);
  return bumped(version, diffListings({ tools: [before] }, { tools: [listedTool(tool, version)] }).bump);
}

function bumped(version: string, bump: Bump): string {
  // A prerelease and build metadata don't count.
  const [release = ''] = version.split(/[-+]/u);
  const [major = 1, minor = 0, patch = 0] = release.split('.').map(Number);
  if (bump === 'none') return version;
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
