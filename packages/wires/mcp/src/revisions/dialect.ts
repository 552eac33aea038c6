/** What one revision of the protocol knows; whatever it does not is left out of what is sent to its clients. */
export interface Dialect {
  readonly version: string;
  readonly era: 'legacy' | 'modern';
  /** Which values may be structured results: none, objects alone (others are wrapped as `{ result }`), or any. */
  readonly structured: 'none' | 'objects' | 'any';
  /** The kinds of content blocks. */
  readonly blocks: ReadonlySet<string>;
  /** The members of a tool besides its name, description and input schema. */
  readonly toolFields: ReadonlySet<'annotations' | 'title' | 'icons' | 'execution' | '_meta'>;
  /** The members of a server's own description besides its name and version. */
  readonly serverFields: readonly ('title' | 'icons' | 'websiteUrl' | 'description')[];
  /** Has the error that sends a user to a page, -32042. */
  readonly urlElicitation: boolean;
  readonly progressMessage: boolean;
  /** Several messages in one array. */
  readonly batches: boolean;
  /** An error may stand without the id of a request that could not be read. */
  readonly errorsWithoutId: boolean;
  /** The code of the error that there is no such resource. */
  readonly resourceNotFound: number;
  /** Knows servers that suggest values. */
  readonly completions: boolean;
}

const base: Dialect = {
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
  resourceNotFound: -32002,
  completions: false,
};

const march2025: Dialect = {
  ...base,
  version: '2025-03-26',
  blocks: new Set([...base.blocks, 'audio']),
  toolFields: new Set(['annotations']),
  progressMessage: true,
  completions: true,
};

const june2025: Dialect = {
  ...march2025,
  version: '2025-06-18',
  structured: 'objects',
  blocks: new Set([...march2025.blocks, 'resource_link']),
  toolFields: new Set(['annotations', 'title', '_meta']),
  serverFields: ['title'],
  batches: false,
};

const november2025: Dialect = {
  ...june2025,
  version: '2025-11-25',
  toolFields: new Set(['annotations', 'title', '_meta', 'icons', 'execution']),
  serverFields: ['title', 'icons', 'websiteUrl', 'description'],
  urlElicitation: true,
  errorsWithoutId: true,
};

/** The revision of 2026-07-28, in which every request stands for itself. */
export const modernDialect: Dialect = {
  ...november2025,
  version: '2026-07-28',
  era: 'modern',
  structured: 'any',
  toolFields: new Set(['annotations', 'title', '_meta', 'icons']),
  urlElicitation: false,
  resourceNotFound: -32602,
};

/** The revisions that begin with `initialize`, newest first. */
export const legacyDialects: readonly [Dialect, ...Dialect[]] = [november2025, june2025, march2025, base];

/** What clients speak that do not say: the header for it came with 2025-06-18. */
export const unnamedDialect: Dialect = march2025;

/** Finds a revision that begins with `initialize`. */
export function legacyDialect(version: string): Dialect | undefined {
  return legacyDialects.find((dialect) => dialect.version === version);
}

/** What stands for the id of a message that could not be read: null by JSON-RPC, and nothing in the later revisions of MCP. */
export function unknownId(dialect: Dialect | undefined): null | undefined {
  return dialect?.errorsWithoutId === false ? null : undefined;
}
