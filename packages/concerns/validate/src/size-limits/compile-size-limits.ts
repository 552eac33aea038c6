import { combinesSchemas, compilePattern, resolveReference, typesOf } from '@toolwire/internal/json-schema';
import { entriesOf, isObject, type JsonSchema, listOf } from '../json-schema/json.ts';
import { acceptsMoreMark } from '../publish/marks.ts';
import type { PatternCosts } from '../regex-cost/pattern-costs.ts';
import { expressionsOf, needNoMaxLength, patternLimits, publishedExpression } from './pattern-limits.ts';
import { createMayLimit, nothingAllowed, type SizeLimits, scalarChoices, sizeOf, unlimited } from './size-limits.ts';

const none = Number.POSITIVE_INFINITY;

/** Compiles the size limits of a schema, including the marks of its conversion; `undefined` without limits. */
export function compileSizeLimits(
  schema: JsonSchema,
  costs: PatternCosts,
  maxPatternLength: number,
): SizeLimits | undefined {
  return new SizeLimitCompiler(schema, costs, maxPatternLength).compile(schema, unlimitedAround);
}

/** What is known of a schema where it is used: the context from outer schemas of the same value, and whether it is shared. */
interface Around {
  readonly maxLength: number;
  readonly acceptsMore: boolean;
  /** Whether it is a branch of a union, which field values may distinguish. */
  readonly isBranch?: boolean;
  /** Whether references lead to the schema itself. */
  readonly isShared?: boolean;
}

const unlimitedAround: Around = { maxLength: none, acceptsMore: false };

class SizeLimitCompiler {
  readonly #root: JsonSchema;
  readonly #costs: PatternCosts;
  readonly #maxPatternLength: number;
  readonly #targets = new Map<unknown, SizeLimits>();
  /** The same targets where their library accepts more. */
  readonly #openTargets = new Map<unknown, SizeLimits>();
  readonly #mayLimit = createMayLimit();

  constructor(root: JsonSchema, costs: PatternCosts, maxPatternLength: number) {
    this.#root = root;
    this.#costs = costs;
    this.#maxPatternLength = maxPatternLength;
  }

  compile(schema: unknown, around: Around): SizeLimits | undefined {
    return isObject(schema) && this.#mayLimit(schema) ? this.#compileAny(schema, around) : undefined;
  }

  /** Compiles a schema even without limits: its field values may distinguish branches, and references need a target. */
  #compileAny(schema: JsonSchema, around: Around): SizeLimits {
    const { isShared = false } = around;
    // All objects have the same member order, which makes them fast to read.
    const limits: { -readonly [Name in keyof SizeLimits]: SizeLimits[Name] } = { ...unlimited, isShared };
    if (isShared) {
      this.#targetsBy(around).set(schema, limits);
    }
    const acceptsMore = around.acceptsMore || schema[acceptsMoreMark] !== undefined;
    const maxLength = sizeOf(schema, 'maxLength');
    // A shared schema may be a branch somewhere.
    const isBranch = around.isBranch === true || isShared;
    const same: Around = { maxLength: Math.min(maxLength, around.maxLength), acceptsMore, isBranch };
    const part: Around = { maxLength: none, acceptsMore };
    const types = typesOf(schema);
    const { items, prefixItems, propertyNames, additionalProperties, contains } = schema;
    const { not, if: condition, then, else: otherwise, $ref, unevaluatedItems, unevaluatedProperties } = schema;
    // Next to other schemas, it may skip any item.
    const isSkipping = combinesSchemas(schema) || contains !== undefined;
    const filled = Object.assign(limits, {
      types: types.length > 0 ? types : undefined,
      choices: scalarChoices(schema),
      maxLength,
      maxItems: sizeOf(schema, 'maxItems'),
      maxProperties: sizeOf(schema, 'maxProperties'),
      patterns: this.#patterns(schema, same),
      acceptsMore,
      names: this.#names(schema, this.compile(propertyNames, part)),
      ...this.#fields(schema, part, isBranch),
      otherProperties: this.compile(additionalProperties, part),
      prefixItems: listOf(prefixItems).map((item) => this.compile(item, part)),
      items: this.compile(items ?? (isSkipping ? undefined : unevaluatedItems), part),
      all: [...this.#allOf(schema, same), ...($ref === undefined ? [] : this.#target($ref, acceptsMore))],
      unions: [schema['anyOf'], schema['oneOf']].flatMap((branches) => this.#union(listOf(branches), same)),
      conditions: this.#compileAll([not, condition, then, otherwise], same),
      itemConditions: this.#compileAll([contains, isSkipping ? unevaluatedItems : undefined], part),
      fieldConditions: this.#compileAll([additionalProperties === undefined ? unevaluatedProperties : undefined], part),
      dependent: entriesOf(schema['dependentSchemas']).flatMap(([name, dependent]) =>
        this.#compileAll([dependent], same).map((compiled) => [name, compiled] as const),
      ),
    });
    limits.isSingle =
      !isShared && !acceptsMore && filled.all.length + filled.unions.length + filled.conditions.length === 0;
    return filled;
  }

  #compileAll(schemas: readonly unknown[], around: Around): readonly SizeLimits[] {
    return schemas.flatMap((schema) => this.compile(schema, around) ?? []);
  }

  #patterns(schema: JsonSchema, { maxLength, acceptsMore }: Around): SizeLimits['patterns'] {
    const expressions = expressionsOf(schema);
    const needsNoMaxLength = needNoMaxLength(schema, expressions, this.#costs);
    const maxPatternLength = needsNoMaxLength ? none : this.#maxPatternLength;
    // A longer text is shortened before the pattern runs, for example with `.trim()`.
    const allowed = acceptsMore ? Math.max(maxLength, maxPatternLength) : maxLength;
    return patternLimits(expressions, this.#costs, { maxLength: allowed, maxPatternLength });
  }

  /** The patterns of `patternProperties` run on field names. */
  #names(schema: JsonSchema, names: SizeLimits | undefined): SizeLimits | undefined {
    const expressions = entriesOf(schema['patternProperties']).map(([pattern]) => publishedExpression(pattern));
    if (expressions.length === 0) {
      return names;
    }
    const lengths = { maxLength: names?.maxLength ?? none, maxPatternLength: this.#maxPatternLength };
    const patterns = patternLimits(expressions, this.#costs, lengths);
    return { ...unlimited, patterns, all: names === undefined ? [] : [names], isSingle: names === undefined };
  }

  #fields(
    schema: JsonSchema,
    part: Around,
    isBranch: boolean,
  ): Pick<SizeLimits, 'properties' | 'declared' | 'patternProperties'> {
    const properties: (readonly [string, SizeLimits])[] = [];
    const fields = entriesOf(schema['properties']);
    for (const [name, field] of fields) {
      const isTag = isBranch && isObject(field) && scalarChoices(field) !== undefined;
      const limits = isTag ? this.#compileAny(field, part) : this.compile(field, part);
      if (limits !== undefined) {
        properties.push([name, limits]);
      }
    }
    const { unevaluatedProperties } = schema;
    // For `additionalProperties`, only the fields of the same schema count.
    const isAlone = unevaluatedProperties === undefined || schema['additionalProperties'] !== undefined;
    const always = isAlone ? new Set([schema]) : this.#alwaysApplied(schema);
    const patternProperties = [...always].flatMap((applied) =>
      entriesOf(applied['patternProperties']).flatMap(([pattern, field]) => {
        const expression = compilePattern(pattern);
        // The limits of the other schemas are compiled with these schemas.
        const limits = applied === schema ? this.compile(field, part) : undefined;
        return expression === undefined ? [] : [[expression, limits] as const];
      }),
    );
    const declared = [...always].flatMap((applied) => entriesOf(applied['properties']).map(([name]) => name));
    return { properties, declared: new Set(declared), patternProperties };
  }

  /** A schema with the schemas that always apply to the same value. */
  #alwaysApplied(schema: unknown, applied: Set<JsonSchema> = new Set()): ReadonlySet<JsonSchema> {
    if (!isObject(schema) || applied.has(schema)) {
      return applied;
    }
    applied.add(schema);
    const { allOf, $ref } = schema;
    for (const part of listOf(allOf)) this.#alwaysApplied(part, applied);
    if (typeof $ref === 'string') this.#alwaysApplied(resolveReference($ref, this.#root), applied);
    return applied;
  }

  /** A part of a branch may hold only the field that distinguishes it. */
  #allOf({ allOf }: JsonSchema, around: Around): readonly SizeLimits[] {
    return listOf(allOf).flatMap((part) =>
      isObject(part) && around.isBranch === true ? this.#compileAny(part, around) : (this.compile(part, around) ?? []),
    );
  }

  #union(branches: readonly unknown[], around: Around): readonly (readonly SizeLimits[])[] {
    const mayLimit = branches.some((branch) => isObject(branch) && this.#mayLimit(branch));
    const branch: Around = { ...around, isBranch: true };
    const limitsOf = (subschema: unknown): SizeLimits =>
      isObject(subschema) ? this.#compileAny(subschema, branch) : subschema === false ? nothingAllowed : unlimited;
    return mayLimit ? [branches.map(limitsOf)] : [];
  }

  /** References lead into `$defs`, or to the root. */
  #target(reference: unknown, acceptsMore: boolean): readonly SizeLimits[] {
    const target = resolveReference(String(reference), this.#root);
    if (!isObject(target)) return [];
    const around: Around = { ...unlimitedAround, acceptsMore, isShared: true };
    return [this.#targetsBy(around).get(target) ?? this.#compileAny(target, around)];
  }

  #targetsBy({ acceptsMore }: Around): Map<unknown, SizeLimits> {
    return acceptsMore ? this.#openTargets : this.#targets;
  }
}
