/** The members of a zod 4 schema or check that we read. */
export interface Part {
  readonly _zod: {
    readonly def: Definition;
    readonly traits: ReadonlySet<string>;
    readonly parent?: Part | undefined;
    readonly toJSONSchema?: unknown;
  };
  /** Returns the metadata; zod mini has no such method. */
  readonly meta?: () => Readonly<Record<string, unknown>> | undefined;
}

/** The definition of a schema or check. */
export interface Definition {
  readonly [name: string]: unknown;
  readonly type: string;
  readonly check?: string;
  readonly checks?: readonly Part[];
}

/** The metadata of a schema, such as its description, as zod's own `meta()` returns it; `undefined` without that method. */
export function metadataOf(part: Part): Readonly<Record<string, unknown>> | undefined {
  return part.meta === undefined ? undefined : (part.meta() ?? noMetadata);
}

const noMetadata: Readonly<Record<string, unknown>> = {};

/** Whether a schema has only zod's own classes of the simple kinds. Other classes may define their own conversion. */
export function isOfKnownClass({ _zod: { traits, toJSONSchema } }: Part): boolean {
  for (const trait of traits) {
    if (!known.has(trait)) {
      return false;
    }
  }
  return toJSONSchema === undefined;
}

const known: ReadonlySet<string> = new Set([
  ...['Type', 'String', 'Number', 'NumberFormat', 'Boolean', 'Enum', 'Array', 'Object', 'Optional', 'Default'].flatMap(
    (kind) => [`Zod${kind}`, `$Zod${kind}`],
  ),
  '_ZodString',
  '$ZodObjectJIT',
  '$ZodCheck',
  '$ZodCheckNumberFormat',
]);

/** Whether a definition has only these members. A later version of zod may add a member with a meaning. */
export function hasOnly(def: Definition, names: ReadonlySet<string>): boolean {
  for (const name of Object.keys(def)) {
    if (!names.has(name)) {
      return false;
    }
  }
  return true;
}
