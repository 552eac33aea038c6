import type { MaybePromise } from '@toolwire/internal';
import type { Issue } from '../explain/problem.ts';
import type { JsonSchema } from '../json-schema/json.ts';

/** The side of a schema: the values that it accepts, or the values that it returns after transforms and defaults. */
export type Direction = 'input' | 'output';

/** The part of a Standard Schema (standardschema.dev) that this package reads. Our own type needs no other package. */
export interface StandardProps {
  readonly vendor: string;
  readonly validate?: (value: unknown) => MaybePromise<StandardResult>;
  readonly jsonSchema?: Readonly<Record<Direction, (options: StandardJsonSchemaOptions) => unknown>>;
}

/** Options of a Standard JSON Schema conversion. */
export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions: Readonly<Record<string, unknown>>;
}

/** The result of a Standard Schema. */
export interface StandardResult {
  readonly value?: unknown;
  readonly issues?: readonly StandardIssue[] | undefined;
}

/** One issue of a library. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The `~standard` member of a schema, when it has one. */
export function standardProps(schema: unknown): StandardProps | undefined {
  const props = (schema as { readonly '~standard'?: unknown } | null | undefined)?.['~standard'];
  return typeof props === 'object' && props !== null ? (props as StandardProps) : undefined;
}

/** Further issues are not explained. */
const maxIssues = 1000;

/** Converts the issues of a library to ours. */
export function readIssues(issues: readonly StandardIssue[]): readonly Issue[] {
  return issues.slice(0, maxIssues).map(readIssue);
}

function readIssue(issue: StandardIssue): Issue {
  const { code, keys, type, kind } = issue as StandardIssue &
    Readonly<Record<'code' | 'keys' | 'type' | 'kind', unknown>>;
  return {
    path: (issue.path ?? []).map(readSegment),
    message: issue.message,
    // zod 3 and 4, arktype and valibot mark custom checks in these ways.
    byAuthor: code === 'custom' || code === 'predicate' || (kind === 'validation' && authorChecks.has(String(type))),
    ...(code === 'unrecognized_keys' && Array.isArray(keys) ? { unknownNames: keys.map(String) } : {}),
  };
}

const authorChecks: ReadonlySet<string> = new Set(['check', 'check_items', 'partial_check', 'raw_check']);

function readSegment(segment: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'number' ? key : String(key);
}

/** Converts a library's schema to JSON Schema, or returns `undefined` for a schema of another library. */
export type SchemaConverter = (schema: unknown, direction: Direction) => JsonSchema | undefined;
