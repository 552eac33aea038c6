import { type Fields, unusedName } from '@toolwire/internal';
import { Unsupported } from './references.ts';

/** A schema as JSON Schema 2020-12. */
export type ConvertedSchema = Fields | boolean;

/** The schemas that other schemas refer to, each with a unique name. */
export interface SchemaDefinitions {
  /** Returns the name of the definition for a reference. Reads the definition if it is new. */
  define(reference: string): string;
  /** Returns the definitions with these names, and those that they reach. Throws `Unsupported` if one of them can't be read. */
  reachedBy(names: ReadonlySet<string>): Fields;
}

interface Definition {
  schema: ConvertedSchema;
  /** Why it can't be read. Then every schema that reaches it can't be read either. */
  failure?: Unsupported;
  /** The names of the definitions that it refers to. */
  readonly uses: Set<string>;
}

/** Creates the definitions of a document. `read` reads the target of a reference, and adds the names that it refers to. */
export function createDefinitions(read: (reference: string, uses: Set<string>) => ConvertedSchema): SchemaDefinitions {
  const namesByReference = new Map<string, string>();
  const definitions = new Map<string, Definition>();
  return {
    define(reference) {
      const knownName = namesByReference.get(reference);
      if (knownName !== undefined) return knownName;
      const name = newDefinitionName(reference, definitions);
      const definition: Definition = { schema: true, uses: new Set() };
      // Stored before it is read, because it may refer to itself.
      namesByReference.set(reference, name);
      definitions.set(name, definition);
      try {
        definition.schema = read(reference, definition.uses);
      } catch (thrown) {
        if (!(thrown instanceof Unsupported)) throw thrown;
        definition.failure = thrown;
      }
      return name;
    },

    reachedBy(names) {
      const reached = new Set(names);
      const schemas: [name: string, schema: ConvertedSchema][] = [];
      // The loop also visits names that are added during the loop.
      for (const name of reached) {
        const definition = definitions.get(name);
        if (definition?.failure !== undefined) throw definition.failure;
        for (const used of definition?.uses ?? []) reached.add(used);
        schemas.push([name, definition?.schema ?? true]);
      }
      return Object.fromEntries(schemas);
    },
  };
}

/** Returns the name for the definition of a reference: its last part, with a number if that name is used. */
function newDefinitionName(reference: string, definitions: ReadonlyMap<string, unknown>): string {
  const last = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1);
  const name = last.replaceAll(/[^A-Za-z0-9_.-]/gu, '_') || 'schema';
  return unusedName(name, (other) => definitions.has(other), '_');
}
