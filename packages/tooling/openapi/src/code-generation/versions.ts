import { type Bump, type ContractDiff, diffListings } from '@toolwire/contract';
import { type Fields, withoutUndefined } from '@toolwire/internal';
import type { ImportedTool } from './imported-tool.ts';
import { changedParts, requestParts, withRequestChanges } from './request-change.ts';
import type { VersionedTool } from './source-files.ts';

/** The tools with their new versions, and the changes since the last import. */
export interface ComparedTools {
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

/** Returns a tool for the lock. Its request is compared too, because the listing does not contain it. */
function lockedTool(tool: ImportedTool, version: string): Fields {
  return { ...listedTool(tool, version), request: requestParts(tool) };
}

/** Returns a tool as `GET /tools` lists it. */
function listedTool(tool: ImportedTool, version: string): Fields {
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
