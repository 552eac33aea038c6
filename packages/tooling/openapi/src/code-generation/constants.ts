import type { JsonSchema } from '@toolwire/core';
import { recordOf } from '../base/json.ts';
import { pascalCase } from '../reader/operation-name.ts';
import { definitionName } from './definitions.ts';
import { literalText } from './literal-text.ts';
import { NotZod } from './zod-scalars.ts';
import { zodText } from './zod-text.ts';

/** The schemas that the tools of a file share, as constants. */
export interface Constants {
  /** The Zod code of a schema, whose definitions become constants; `undefined` where Zod can't express it. */
  write(schema: JsonSchema, direction: 'Input' | 'Output'): string | undefined;
  /** The name of a constant with a JSON Schema. */
  addJsonSchema(schema: JsonSchema, wanted: string): string;
  /** Whether a constant needs the type `JsonSchema`. */
  hasJsonSchema(): boolean;
  /** Whether a schema was written as Zod code. */
  hasZod(): boolean;
  /** A name that no other constant of the file has. */
  nameFor(wanted: string): string;
  /** The declarations, each after those that it needs. */
  declarations(): readonly string[];
}

interface Constant {
  readonly name: string;
  readonly wanted: string;
  readonly text: string;
  readonly type?: string;
}

/** Constants of a file; `taken` are the names that it declares otherwise. */
export function createConstants(taken: ReadonlySet<string>): Constants {
  const names = new Set(taken);
  const constants: Constant[] = [];
  const byWanted = new Map<string, readonly Constant[]>();
  let hasZod = false;

  function nameFor(wanted: string): string {
    let name = wanted;
    for (let count = 2; names.has(name); count++) name = `${wanted}${count}`;
    names.add(name);
    return name;
  }

  /** The constant of a definition. Input and output share it where it is the same. */
  function add(wanted: string, text: string, { type, direction = '' }: { type?: string; direction?: string }): string {
    const others = byWanted.get(wanted) ?? [];
    const same = others.find((one) => one.text === text);
    if (same !== undefined) return same.name;
    const name = nameFor(others.length > 0 ? `${wanted}${direction}` : wanted);
    const constant = { name, wanted, text, ...(type !== undefined && { type }) };
    constants.push(constant);
    byWanted.set(wanted, [...others, constant]);
    return name;
  }

  /** Removes the constants after the first ones. */
  function keepFirst(count: number): void {
    for (const removed of constants.splice(count)) {
      names.delete(removed.name);
      byWanted.set(
        removed.wanted,
        (byWanted.get(removed.wanted) ?? []).filter((one) => one !== removed),
      );
    }
  }

  return {
    nameFor,
    declarations: () =>
      constants.map(({ name, text, type }) => `const ${name}${type === undefined ? '' : `: ${type}`} = ${text};\n`),
    hasJsonSchema: () => constants.some(({ type }) => type !== undefined),
    hasZod: () => hasZod,
    addJsonSchema(schema, wanted) {
      const { $ref: reference } = schema;
      const name = typeof reference === 'string' ? pascalCase(definitionName(reference)) : wanted;
      return add(name, literalText(schema, ''), { type: 'JsonSchema' });
    },
    write(schema, direction) {
      const count = constants.length;
      const definitions = recordOf(schema.$defs);
      const written = new Map<string, string>();
      const constantOf = (reference: string): string => {
        const name = definitionName(reference);
        const known = written.get(name);
        if (known !== undefined) return known;
        const constant = add(pascalCase(name), zodText(definitions[name], constantOf, ''), { direction });
        written.set(name, constant);
        return constant;
      };
      try {
        const text = zodText(schema, constantOf, '  ');
        hasZod = true;
        return text;
      } catch (thrown) {
        if (!(thrown instanceof NotZod)) throw thrown;
        keepFirst(count);
        return undefined;
      }
    },
  };
}
