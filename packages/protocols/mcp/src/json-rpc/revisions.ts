import { rpcCodes } from '@toolwire/internal';

/** The supported revisions of MCP. */
export type McpRevision = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05';

/** The features of one protocol revision. Encoders leave out everything else. */
export interface Revision {
  readonly version: McpRevision;
  readonly era: 'legacy' | 'modern';
  /** Which values may be structured results: none, only objects (other values are wrapped as `{ result }`), or any. */
  readonly structured: 'none' | 'objects' | 'any';
  /** The supported types of content blocks. */
  readonly blocks: ReadonlySet<string>;
  /** The supported fields of a tool, next to its name, description and input schema. */
  readonly toolFields: ReadonlySet<'annotations' | 'title' | 'icons' | 'execution' | '_meta'>;
  /** The supported fields of `serverInfo`, next to name and version. */
  readonly serverFields: readonly ('title' | 'icons' | 'websiteUrl' | 'description')[];
  /** Supports error -32042, which sends a user to a URL. */
  readonly urlElicitation: boolean;
  readonly progressMessage: boolean;
  /** Supports several messages in one array. */
  readonly batches: boolean;
  /** Allows an error response without `id` for an unreadable request. */
  readonly errorsWithoutId: boolean;
  /** The error code for an unknown resource. */
  readonly resourceNotFound: number;
  /** Has the capability `completions`. The method `completion/complete` exists in every revision. */
  readonly completionsCapability: boolean;
}

const base: Revision = {
  version: '2024-11-05',
  era: 'legacy',
  structured: 'none',
  blocks: new Set(['text', 'image', 'resource']),
  toolFields: new Set(),
  serverFields: [],
  urlElicitation: false,
  progressMessage: false,
  batches: true,
  errorsWithoutId: false,
  resourceNotFound: rpcCodes.resourceNotFound,
  completionsCapability: false,
};

const march2025: Revision = {
  ...base,
  version: '2025-03-26',
  blocks: new Set([...base.blocks, 'audio']),
  toolFields: new Set(['annotations']),
  progressMessage: true,
  completionsCapability: true,
};

const june2025: Revision = {
  ...march2025,
  version: '2025-06-18',
  structured: 'objects',
  blocks: new Set([...march2025.blocks, 'resource_link']),
  toolFields: new Set(['annotations', 'title', '_meta']),
  serverFields: ['title'],
  batches: false,
};

const november2025: Revision = {
  ...june2025,
  version: '2025-11-25',
  toolFields: new Set(['annotations', 'title', '_meta', 'icons', 'execution']),
  serverFields: ['title', 'icons', 'websiteUrl', 'description'],
  urlElicitation: true,
  errorsWithoutId: true,
};

/** The revision 2026-07-28, in which every request is self-contained. */
export const modernRevision: Revision = {
  ...november2025,
  version: '2026-07-28',
  era: 'modern',
  structured: 'any',
  toolFields: new Set(['annotations', 'title', '_meta', 'icons']),
  urlElicitation: false,
  resourceNotFound: rpcCodes.invalidParams,
};

/** The type of a result of 2026-07-28, as a JSON member. Every result has one. MCP-RPC-05 */
export const resultTypes = {
  complete: '"resultType":"complete"',
  inputRequired: '"resultType":"input_required"',
  task: '"resultType":"task"',
} as const;

/** The revisions that start with `initialize`, newest first. */
export const legacyRevisions: readonly [Revision, ...Revision[]] = [november2025, june2025, march2025, base];

/** The only revision that starts with `initialize` and has tasks. */
export const tasksRevision: Revision = november2025;

/** The revision of clients that send no version header. The header was introduced in 2025-06-18. */
export const defaultRevision: Revision = march2025;

/** Finds a revision that starts with `initialize`. */
export function legacyRevision(version: string): Revision | undefined {
  return legacyRevisions.find((revision) => revision.version === version);
}

/** Finds any revision. */
export function findRevision(version: string): Revision | undefined {
  return version === modernRevision.version ? modernRevision : legacyRevision(version);
}

/** Negotiates the version: the requested version, or the newest one that starts with `initialize` (MCP-INIT-02). */
export function negotiateRevision(requestedVersion: string): Revision {
  return legacyRevision(requestedVersion) ?? legacyRevisions[0];
}

/** The `id` of an error response to an unreadable message: null in JSON-RPC, absent in later revisions of MCP. */
export function unreadableId(revision: Revision | undefined): null | undefined {
  return revision?.errorsWithoutId === false ? null : undefined;
}
