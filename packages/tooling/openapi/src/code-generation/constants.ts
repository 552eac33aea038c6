import type { JsonSchema } from '@toolwire/core';
import { recordOf, unusedName } from '@toolwire/internal';
import { pascalCase } from '../reader/operation-names.ts';
import { definitionName } from './definitions.ts';
import { literalText } from './literal-text.ts';
import { NotZod } from './zod-scalars.ts';
import { zodText } from './zod-text.ts';

/** The constants of a file: schemas that its tools share. */
export interface Constants {
  /** Returns a schema as Zod code, and adds constants for its definitions. Returns `undefined` if Zod can't express it. */
  addZod(schema: JsonSchema, direction: 'Input' | 'Output'): string | undefined;
  /** Adds a constant with a JSON Schema, and returns its name. */
  addJsonSchema(schema: JsonSchema, preferredName: string): string;
  /** Whether a constant needs the type `JsonSchema`. */
  hasJsonSchema(): boolean;
  /** Whether a schema was written as Zod code. */
  hasZod(): boolean;
  /** Returns the preferred name, with a number if the file uses it already. */
  nameFor(preferredName: string): string;
  /** Returns the declarations, each one after the constants that it needs. */
  declarations(): readonly string[];
}

interface Constant {
  readonly name: string;
  readonly preferredName: string;
  readonly text: string;
  readonly type?: string;
}

/** Creates the constants of a file. `usedNames` are its other names. */
export function createConstants(usedNames: ReadonlySet<string>): Constants {
  const names = new Set(usedNames);
  const constants: Constant[] = [];
  let hasZod = false;

  function nameFor(preferredName: string): string {
    const name = unusedName(preferredName, (other) => names.has(other));
    names.add(name);
    return name;
  }

  /** Adds a constant, unless the file has the same one already. Input and output often share a definition. */
  function add(
    preferredName: string,
    text: string,
    { type, direction = '' }: { readonly type?: string; readonly direction?: string },
  ): string {
    const similar = constants.filter((constant) => constant.preferredName === preferredName);
    const same = similar.find((constant) => constant.text === text);
    if (same !== undefined) return same.name;
    const name = nameFor(similar.length > 0 ? `${preferredName}${direction}` : preferredName);
    constants.push({ name, preferredName, text, ...(type !== undefined && { type }) });
    return name;
  }

  return {
    nameFor,
    declarations: () =>
      constants.map(({ name, text, type }) => `const ${name}${type === undefined ? '' : `: ${type}`} = ${text};\n`),
    hasJsonSchema: () => constants.some(({ type }) => type !== undefined),
    hasZod: () => hasZod,
    addJsonSchema(schema, preferredName) {
      const { $ref: reference } = schema;
      const name = typeof reference === 'string' ? pascalCase(definitionName(reference)) : preferredName;
      return add(name, literalText(schema, ''), { type: 'JsonSchema' });
    },
    addZod(schema, direction) {
      const lengthBefore = constants.length;
      const definitions = recordOf(schema.$defs);
      const constantNames = new Map<string, string>();
      const schemaOf = (reference: string): unknown => definitions[definitionName(reference)];
      const constantOf = (reference: string): string => {
        const name = definitionName(reference);
        const existing = constantNames.get(name);
        if (existing !== undefined) return existing;
        const constantName = add(pascalCase(name), zodText(definitions[name], references, ''), { direction });
        constantNames.set(name, constantName);
        return constantName;
      };
      const references = { constantOf, schemaOf };
      try {
        const text = zodText(schema, references, '  ');
        hasZod = true;
        return text;
      } catch (thrown) {
        if (!(thrown instanceof NotZod)) throw thrown;
        // The constants of a part of the schema have no use.
        for (const removed of constants.splice(lengthBefore)) names.delete(removed.name);
        return undefined;
      }
    },
  };
}
