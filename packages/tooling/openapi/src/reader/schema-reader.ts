import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject, listOf, recordOf, stringsOf, textOf } from '@toolwire/internal';
import { toObjectSchema } from '@toolwire/internal/json-schema';
import { assertedFormats } from '@toolwire/validate';
import { withDiscriminator } from './discriminator.ts';
import type { OpenApiVersion } from './document-model.ts';
import { type References, Unsupported } from './references.ts';
import { type ConvertedSchema, createDefinitions } from './schema-definitions.ts';
import {
  acceptingNull,
  checkedType,
  convertLimits,
  convertPattern,
  dropObjectKeywords,
  plainKeywords,
  subschemaKeywords,
} from './schema-keywords.ts';

/** `input` excludes read-only properties, `output` write-only properties. */
type SchemaDirection = 'input' | 'output';

/** The reading of one schema, or of one definition. */
interface Reading {
  /** The names of the definitions that it refers to. */
  readonly uses: Set<string>;
  /** The schemas that contain the current one, to find a schema that contains itself without a reference. */
  readonly openSchemas: Set<unknown>;
}

/** Reads the schemas of a document as JSON Schema 2020-12. */
export interface SchemaReader {
  read(schema: unknown, direction: SchemaDirection): JsonSchema;
}

/** Creates a reader of schemas. It reads each definition once for each direction. */
export function createSchemaReader(references: References, version: OpenApiVersion): SchemaReader {
  const readers = {
    input: createDirectionReader(references, version, 'input'),
    output: createDirectionReader(references, version, 'output'),
  };
  return { read: (schema, direction) => readers[direction](schema) };
}

function createDirectionReader(
  references: References,
  version: OpenApiVersion,
  direction: SchemaDirection,
): (schema: unknown) => JsonSchema {
  const definitions = createDefinitions((reference, uses) =>
    convert(references.lookup(reference), { uses, openSchemas: new Set() }, noNames),
  );
  // Before 3.1 a reference replaces its whole object.
  const hasSiblings = version === '3.1' || version === '3.2';
  const hidingKeyword = direction === 'input' ? 'readOnly' : 'writeOnly';
  const hiddenNames = createHiddenNames(references, hidingKeyword, hasSiblings);

  return (source) => {
    const uses = new Set<string>();
    const schema = convert(source, { uses, openSchemas: new Set() }, noNames);
    const $defs = definitions.reachedBy(uses);
    const root = toObjectSchema(schema);
    return Object.keys($defs).length === 0 ? root : { ...root, $defs };
  };

  function convert(source: unknown, reading: Reading, hiddenAbove: ReadonlySet<string>): ConvertedSchema {
    if (typeof source === 'boolean') return source;
    if (!isObject(source)) throw new Unsupported('A schema is neither an object nor a boolean.');
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      if (Object.hasOwn(source, keyword)) throw new Unsupported(`A schema uses ${keyword}.`);
    }
    if (typeof source.$ref === 'string') return convertReference(source, source.$ref, reading, hiddenAbove);
    if (reading.openSchemas.has(source)) throw new Unsupported(containsItself);
    reading.openSchemas.add(source);
    try {
      return convertPlain(source, reading, hiddenAbove);
    } finally {
      reading.openSchemas.delete(source);
    }
  }

  function convertReference(
    source: Fields,
    reference: string,
    reading: Reading,
    hiddenAbove: ReadonlySet<string>,
  ): ConvertedSchema {
    const name = definitions.define(reference);
    reading.uses.add(name);
    const target = { $ref: `#/$defs/${name}` };
    const { $ref: _, ...siblings } = source;
    if (!hasSiblings) {
      const description = textOf(siblings.description);
      return description === undefined ? target : { description, ...target };
    }
    const converted = convertPlain(siblings, reading, hiddenAbove);
    return isObject(converted) ? { ...converted, ...target } : target;
  }

  function convertPlain(source: Fields, reading: Reading, hiddenAbove: ReadonlySet<string>): ConvertedSchema {
    const hidden = new Set([...hiddenAbove, ...hiddenNames(source)]);
    const schema: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(source)) {
      if (plainKeywords.get(keyword)?.(value) === true) schema[keyword] = value;
      const kind = subschemaKeywords.get(keyword);
      if (kind === 'one' && value !== undefined) schema[keyword] = convert(value, reading, noNames);
      if (kind === 'list' && Array.isArray(value) && value.length > 0) {
        schema[keyword] = value.map((item) => convert(item, reading, keyword === 'allOf' ? hidden : noNames));
      }
      if (kind === 'map') {
        schema[keyword] = convertMap(recordOf(value), reading, keyword === 'properties' ? hidden : noNames);
      }
    }
    convertItems(source, schema, reading);
    convertFormat(source, schema);
    convertLimits(source, schema);
    convertPattern(source, schema);
    if ('type' in source) schema.type = checkedType(source.type);
    if (Array.isArray(source.required)) {
      const required = stringsOf(source.required).filter((name) => !hidden.has(name));
      if (required.length > 0) schema.required = [...new Set(required)];
    }
    dropObjectKeywords(schema);
    if (!('examples' in schema) && 'example' in source) schema.examples = [source.example];
    const branches = withDiscriminator(
      source,
      schema,
      references,
      (member, name) => hidden.has(name) || hiddenNames(recordOf(references.resolve(member))).includes(name),
    );
    return source.nullable === true || source['x-nullable'] === true ? acceptingNull(branches) : branches;
  }

  function convertMap(map: Fields, reading: Reading, hidden: ReadonlySet<string>): Fields {
    const entries = Object.entries(map).filter(([name]) => !hidden.has(name));
    return Object.fromEntries(entries.map(([name, value]) => [name, convert(value, reading, noNames)]));
  }

  function convertItems(source: Fields, schema: Record<string, unknown>, reading: Reading): void {
    // The list `items` of draft 4 is `prefixItems` of 2020-12.
    if (Array.isArray(source.items)) schema.prefixItems = source.items.map((item) => convert(item, reading, noNames));
    else if (source.items !== undefined) schema.items = convert(source.items, reading, noNames);
  }

  function convertFormat(source: Fields, schema: Record<string, unknown>): void {
    const { format } = source;
    if (typeof format !== 'string') return;
    if (format === 'byte') schema.contentEncoding ??= 'base64';
    // APIs return values that violate their formats, so formats of outputs are not checked.
    else if (direction === 'input' && assertedFormats.has(format)) schema.format = format;
  }
}

const containsItself =
  'A schema contains itself. Use $ref for this, or pass the document before its references are resolved.';
const noNames: ReadonlySet<string> = new Set();

/**
 * Creates a search for the properties that are omitted from a schema because of a keyword such as `readOnly`. It includes the properties
 * of `allOf`, because other members may require them. `hasSiblings` is whether keywords next to a reference count.
 */
function createHiddenNames(
  references: References,
  keyword: 'readOnly' | 'writeOnly',
  hasSiblings: boolean,
): (source: Fields) => readonly string[] {
  return (source) => hiddenNames(source, new Set());

  function hiddenNames(source: Fields, seen: Set<unknown>): readonly string[] {
    if (seen.has(source)) return [];
    seen.add(source);
    const own = Object.entries(recordOf(source.properties)).filter(([, property]) => isHidden(property, new Set()));
    const inherited = listOf(source.allOf).flatMap((member) => {
      const target = references.resolve(member);
      return isObject(target) ? hiddenNames(target, seen) : [];
    });
    return [...own.map(([name]) => name), ...inherited];
  }

  /** Whether the property, what it refers to, or a part of its `allOf` has the keyword. */
  function isHidden(property: unknown, seen: Set<unknown>): boolean {
    if (!isObject(property)) return false;
    if (property[keyword] === true && (hasSiblings || property.$ref === undefined)) return true;
    const target = references.resolve(property);
    if (!isObject(target) || seen.has(target)) return false;
    seen.add(target);
    return target[keyword] === true || listOf(target.allOf).some((part) => isHidden(part, seen));
  }
}
