import type { MaybePromise } from '../base/maybe-promise.ts';
import type { Issue } from '../explain/problem.ts';

/** Which side of a schema is meant: what it takes, or what it gives after its transforms and defaults. */
export type Direction = 'input' | 'output';

/** The part of a Standard Schema (standardschema.dev) that this package reads, in a shape of our own so that no other package's types are needed. */
export interface StandardProps {
  readonly vendor: string;
  readonly validate?: (value: unknown) => MaybePromise<StandardResult>;
  readonly jsonSchema?: Readonly<Record<Direction, (options: StandardJsonSchemaOptions) => unknown>>;
}

/** How a JSON Schema is asked for. */
export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

/** What a Standard Schema answers. */
export interface StandardResult {
  readonly value?: unknown;
  readonly issues?: readonly StandardIssue[] | undefined;
}

/** One thing that a library found wrong. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The `~standard` member of a schema, when it has one. */
export function standardProps(schema: unknown): StandardProps | undefined {
  const props = (schema as { readonly '~standard'?: unknown } | null | undefined)?.['~standard'];
  return typeof props === 'object' && props !== null ? (props as StandardProps) : undefined;
}

/** More issues than this are not explained. */
const maxIssues = 1000;

/** Reads a library's issues into the shape that the explainer takes. */
export function readIssues(issues: readonly StandardIssue[]): readonly Issue[] {
  return issues.slice(0, maxIssues).map(readIssue);
}

function readIssue(issue: StandardIssue): Issue {
  const { code, keys, type, kind } = issue as StandardIssue &
    Readonly<Record<'code' | 'keys' | 'type' | 'kind', unknown>>;
  return {
    path: (issue.path ?? []).map(readSegment),
    message: issue.message,
    // zod 3 and 4, arktype and valibot name their checks by code in these ways.
    byAuthor: code === 'custom' || code === 'predicate' || (kind === 'validation' && authorChecks.has(String(type))),
    ...(code === 'unrecognized_keys' && Array.isArray(keys) ? { unknownNames: keys.map(String) } : {}),
  };
}

const authorChecks: ReadonlySet<string> = new Set(['check', 'check_items', 'partial_check', 'raw_check']);

function readSegment(segment: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'number' ? key : String(key);
}
