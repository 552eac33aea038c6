import { isObject, stringsOf } from '@toolwire/internal';
import { accepts } from './accepts.ts';
import { type Hints, hintsOf } from './sample-hints.ts';
import { listed, referredTo, type Subschema, subschemaOf } from './subschema.ts';

const maxDepth = 3;
const maxSamples = 1_500;

/** The maximum number of samples for a part. Nested parts get fewer. */
function maxSamplesOfPart(depth: number): number {
  return [24, 10, 6][depth] ?? 3;
}

/** Returns boundary values of two schemas, including values that only one may accept. */
export function samplesOf(first: Subschema, second: Subschema): readonly unknown[] {
  const hints = hintsOf([first, second]);
  return [
    ...valuesOf([first, second], hints, 0),
    ...valuesOf([first], hints, 0),
    ...valuesOf([second], hints, 0),
  ].slice(0, maxSamples);
}

function valuesOf(subschemas: readonly Subschema[], hints: Hints, depth: number): readonly unknown[] {
  const parts = partsOf(subschemas);
  const given = parts.flatMap(({ keywords }) => [
    ...(Object.hasOwn(keywords, 'const') ? [keywords['const']] : []),
    ...(Array.isArray(keywords['enum']) ? (keywords['enum'] as readonly unknown[]) : []),
  ]);
  const plain = [...given, ...hints.texts, ...hints.numbers, null, true, false];
  hints.partsLeft -= 1;
  if (depth >= maxDepth || hints.partsLeft < 0) return plain;
  return [...plain, ...lists(parts, hints, depth), ...objects(parts, hints, depth)];
}

/** Returns all parts that apply to the same value. */
function partsOf(subschemas: readonly Subschema[]): readonly Subschema[] {
  const found = [...subschemas];
  for (const subschema of found) {
    if (found.length > 60) break;
    const { keywords, root } = subschema;
    const target = typeof keywords['$ref'] === 'string' ? referredTo(keywords['$ref'], root) : undefined;
    if (target !== undefined && !found.some((each) => each.keywords === target.keywords)) found.push(target);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) found.push(...listed(subschema, keyword));
    for (const keyword of ['not', 'if', 'then', 'else']) {
      if (keywords[keyword] !== undefined) found.push(subschemaOf(keywords[keyword], root));
    }
  }
  return found;
}

function lists(parts: readonly Subschema[], hints: Hints, depth: number): readonly unknown[] {
  const itemsOf = (subschema: Subschema, part: unknown): readonly unknown[] =>
    part === undefined ? [] : likely([subschemaOf(part, subschema.root)], hints, depth);
  const items = parts.flatMap((subschema) => [
    ...itemsOf(subschema, subschema.keywords['items']),
    ...itemsOf(subschema, subschema.keywords['contains']),
  ]);
  const prefixes = parts.flatMap((subschema) => {
    const firsts = listed(subschema, 'prefixItems').map((part) => likely([part], hints, depth));
    return firsts.length === 0 || firsts.some((values) => values.length === 0)
      ? []
      : [0, 1, 2, 3, 4, 5].map((pick) => firsts.map((values) => values[pick % values.length]));
  });
  const some = [...items.slice(0, maxSamplesOfPart(depth)), 'a', 'b', 0, 1];
  const few = [...some.slice(0, 4), ...some.slice(-4)];
  const pairs = few.flatMap((first) => few.map((second) => [first, second]));
  const long = [...hints.counts, 2].map((count) =>
    Array.from({ length: count }, (_, index) => some[index % some.length]),
  );
  const alike = [...hints.counts, 2].map((count) => Array.from({ length: count }, () => some[0]));
  return [
    [],
    ...some.map((item) => [item]),
    ...some.map((item) => [item, item]),
    ...prefixes,
    ...pairs,
    ...long,
    ...alike,
  ];
}

function objects(parts: readonly Subschema[], hints: Hints, depth: number): readonly unknown[] {
  const bases = parts.flatMap((subschema) => basesOf(subschema, hints, depth));
  const all = [
    {},
    ...bases,
    ...bases.slice(0, 4).map((base, index) => ({ ...bases[(index + 1) % bases.length], ...base })),
  ];
  const members = membersOf(parts, hints, depth);
  const varied = all
    .slice(0, 12)
    .flatMap((base) => [
      ...members.map(([name, value]) => withMember(base, name, value)),
      ...Object.keys(base).map((name) => Object.fromEntries(Object.entries(base).filter(([each]) => each !== name))),
      ...hints.counts.map((count) => filled(base, count)),
    ]);
  return [...all, ...varied];
}

/** Returns objects with all required properties. */
function basesOf(subschema: Subschema, hints: Hints, depth: number): readonly object[] {
  const names = stringsOf(subschema.keywords['required']);
  const choices = names.map((name) => memberValues([subschema], name, hints, depth));
  if (names.length === 0 || choices.some((values) => values.length === 0)) return [];
  return [0, 1, 2, 3, 4, 5, 6, 7].map((pick) =>
    Object.fromEntries(names.map((name, index) => [name, choices[index]?.[pick % (choices[index]?.length ?? 1)]])),
  );
}

function membersOf(parts: readonly Subschema[], hints: Hints, depth: number): readonly (readonly [string, unknown])[] {
  return hints.names.flatMap((name) => memberValues(parts, name, hints, depth).map((value) => [name, value] as const));
}

function memberValues(parts: readonly Subschema[], name: string, hints: Hints, depth: number): readonly unknown[] {
  const found = parts.flatMap(({ keywords, root }) => {
    const { properties, patternProperties, additionalProperties } = keywords;
    const named = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    const patterned = isObject(patternProperties) ? Object.values(patternProperties) : [];
    return [...named, ...patterned, ...(additionalProperties === undefined ? [] : [additionalProperties])].map((part) =>
      subschemaOf(part, root),
    );
  });
  return found.length === 0 ? ['a', 0.5, null] : likely(found, hints, depth);
}

/** Returns values that one of these schemas may accept. */
function likely(subschemas: readonly Subschema[], hints: Hints, depth: number): readonly unknown[] {
  return valuesOf(subschemas, hints, depth + 1)
    .filter((value) => subschemas.some((subschema) => accepts(subschema, value) !== false))
    .slice(0, maxSamplesOfPart(depth));
}

function withMember(base: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(base), [name, value]]);
}

function filled(base: object, count: number): object {
  const more = Array.from({ length: Math.max(0, count - Object.keys(base).length) }, (_, index) => [`m${index}`, 'a']);
  return Object.fromEntries([...Object.entries(base), ...more]) as object;
}
