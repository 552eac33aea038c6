/** A schema or a check of zod 4, as far as it is read here. */
export interface Part {
  readonly _zod: {
    readonly def: Definition;
    readonly traits: ReadonlySet<string>;
    readonly parent?: Part | undefined;
    readonly toJSONSchema?: unknown;
  };
}

/** What a schema or a check was made of. */
export interface Definition {
  readonly [name: string]: unknown;
  readonly type: string;
  readonly check?: string;
  readonly checks?: readonly Part[];
}

/** A JSON Schema that is being written. */
export type Draft = Record<string, unknown>;

/** Where zod keeps what is said of its schemas for people: one for all its copies, since the version that gives JSON Schemas. */
export interface Registry {
  get(part: Part): Readonly<Record<string, unknown>> | undefined;
}

/** The registry that all copies of zod share; none where there is no such zod. */
export function sharedRegistry(): Registry | undefined {
  return (globalThis as { readonly __zod_globalRegistry?: Registry }).__zod_globalRegistry;
}

/** Whether a schema is of zod's own classes for the simple kinds: another one may say by itself how it is written. */
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

/** Whether a definition has no other members than these: a version of zod to come may say more by another one. */
export function hasOnly(def: Definition, names: ReadonlySet<string>): boolean {
  for (const name of Object.keys(def)) {
    if (!names.has(name)) {
      return false;
    }
  }
  return true;
}
