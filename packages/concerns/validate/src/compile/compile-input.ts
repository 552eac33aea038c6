import { anyLimit, checkChoice, checkNames, checkNumber, isPromise, type NamesOf } from '@toolwire/internal';
import { defaultPatternLength } from '@toolwire/internal/json-schema';
import { describeValue } from '../explain/describe-value.ts';
import { explainIssue } from '../explain/explain-issue.ts';
import { createNameHints } from '../explain/misspelled-names.ts';
import { ParameterErrors } from '../explain/parameter-errors.ts';
import type { Issue, Problem } from '../explain/problem.ts';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { maxQuickParts } from '../json-schema/max-quick-parts.ts';
import { undescribedParameters } from '../publish/parameters.ts';
import { sizeProblems } from '../size-limits/size-problems.ts';
import type { Check, Checked, CompiledInput, CompileOptions, ParsedValue } from './compiled-schema.ts';
import { resolveSource, type Source } from './resolve-source.ts';
import { countSafeParts, unsafeProblems } from './unsafe-input.ts';
import type { SchemaResult } from './validate-value.ts';

/** A schema as authors write it: a Standard Schema of any library, or a plain JSON Schema. */
export type SchemaSource = { readonly '~standard': object } | JsonSchema;

/** Options for an input schema. */
export interface CompileInputOptions extends CompileOptions {
  /** Whether a missing parameter description is an error. Default: a warning. */
  readonly strict?: boolean | undefined;
  /** Whether messages may repeat short rejected values that are not marked as sensitive. Default: `show`. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /** The longest text, in characters, that a pattern without a `maxLength` runs on. Default: 10 000; `Infinity` disables the limit. */
  readonly maxPatternLength?: number | undefined;
}

const optionNames: NamesOf<CompileInputOptions> = {
  validator: true,
  converters: true,
  strict: true,
  rejectedValues: true,
  maxPatternLength: true,
};

/** Compiles an input schema. Without a schema the tool takes no parameters, and every sent field is dropped. */
export function compileInput<const Schema extends SchemaSource | undefined>(
  source: Schema,
  options?: CompileInputOptions,
): CompiledInput<ParsedValue<Schema>>;
export function compileInput(source: SchemaSource | undefined, options: CompileInputOptions = {}): CompiledInput {
  checkNames('compileInput()', options, optionNames);
  checkChoice('rejectedValues', options.rejectedValues ?? 'show', ['show', 'hide']);
  return source === undefined ? withoutParameters(options) : withParameters(source, options);
}

function withoutParameters(options: CompileInputOptions): CompiledInput {
  const jsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}) });
  const source: CheckedSource = {
    jsonSchema,
    checkSizes: () => undefined,
    acceptsMore: () => false,
    validateValue: () => ({ ok: true, value: {} }),
  };
  return { jsonSchema, check: inputCheck(source, options), undescribed: [], warnings: [] };
}

function withParameters(schema: SchemaSource, options: CompileInputOptions): CompiledInput {
  const { maxPatternLength = defaultPatternLength } = options;
  checkNumber('maxPatternLength', maxPatternLength, { ...anyLimit, unit: 'characters' });
  const source = resolveSource(schema, 'input', { ...options, maxPatternLength });
  const { jsonSchema, document, warnings } = source;
  const undescribed = undescribedParameters(jsonSchema, options.strict === true);
  return {
    jsonSchema,
    ...(document !== undefined && { document }),
    check: inputCheck(source, options),
    undescribed,
    warnings,
  };
}

/** The parts of a schema that check an input. */
type CheckedSource = Pick<Source, 'jsonSchema' | 'validateValue' | 'precheck' | 'checkSizes' | 'acceptsMore'>;

function inputCheck(source: CheckedSource, { rejectedValues }: CompileInputOptions): Check {
  const { jsonSchema, validateValue, precheck, checkSizes } = source;
  const showValues = rejectedValues !== 'hide';

  function readResult(result: SchemaResult, input: object): Checked {
    return result.ok ? result : invalidInput(issueProblems(jsonSchema, input, result, showValues));
  }

  return (value) => {
    // An omitted or null input counts as empty (OTC).
    const input = value ?? {};
    if (!isObject(input)) {
      return notAnObject(input, showValues);
    }
    // No schema sees an unsafe input.
    const parts = countSafeParts(input);
    if (parts === undefined) {
      return invalidInput(unsafeProblems(input));
    }
    const violations = checkSizes(input);
    if (violations !== undefined) {
      return invalidInput(sizeProblems(source, input, violations, showValues));
    }
    if (precheck !== undefined && parts > maxQuickParts(jsonSchema)) {
      const result = precheck(input);
      if (!result.ok) {
        return readResult(result, input);
      }
    }
    const result = validateValue(input);
    return isPromise(result) ? result.then((later) => readResult(later, input)) : readResult(result, input);
  };
}

function* issueProblems(
  jsonSchema: JsonSchema,
  input: object,
  result: Extract<SchemaResult, { ok: false }>,
  showValues: boolean,
): Iterable<Problem> {
  const withHint = createNameHints(jsonSchema, input);
  for (const issue of firstIssues(result.issues)) {
    for (const problem of explainIssue(jsonSchema, input, issue, showValues)) {
      yield withHint(problem);
    }
  }
}

// Limits on the work for one response, because the caller decides how many values are wrong.
const maxExplained = 200;
const maxExplainedOfParameter = 20;

/** The first issues of each parameter. Only a few are shown. */
function* firstIssues(issues: readonly Issue[]): Iterable<Issue> {
  const counts = new Map<unknown, number>();
  let explained = 0;
  for (const issue of issues) {
    const [parameter] = issue.path;
    const count = (counts.get(parameter) ?? 0) + 1;
    counts.set(parameter, count);
    if (count <= maxExplainedOfParameter && explained < maxExplained) {
      explained += 1;
      yield issue;
    }
  }
}

/** Builds one message, and one text per parameter (OTC-CALL-11). */
function invalidInput(problems: Iterable<Problem>): Checked {
  const errors = new ParameterErrors();
  for (const problem of problems) {
    errors.add(problem);
    if (errors.isFull) {
      break;
    }
  }
  return { ok: false, message: errors.message, parameterErrors: errors.toRecord() };
}

function notAnObject(input: unknown, showValues: boolean): Checked {
  const showsInput = showValues && typeof input !== 'string';
  const message = `The input must be an object${showsInput ? `, got ${describeValue(input)}` : ''}`;
  return { ok: false, message, parameterErrors: new ParameterErrors().toRecord() };
}
