import { checkNames, isPromise } from '@toolwire/internal';
import { isObject, type JsonSchema } from '../base/json.ts';
import { explainIssue } from '../explain/explain-issue.ts';
import { ParameterErrors } from '../explain/parameter-errors.ts';
import type { Issue, Problem } from '../explain/problem.ts';
import { SentNames } from '../explain/sent-names.ts';
import { valueWords } from '../explain/value-words.ts';
import { checksPerPart, maxFailedChecks } from '../keywords/checks-per-part.ts';
import { missingDescriptions } from '../publish/warnings.ts';
import { type CompileInputOptions, compileInputNames } from '../sources/compile-options.ts';
import { type Judged, resolveSource, type Source } from '../sources/resolve-source.ts';
import type { Check, Checked, CompiledInput } from './check.ts';
import { countSafeParts, findUnsafeParts, type UnsafePart } from './input-safety.ts';
import { namesPrototypeMembers, withoutPrototype } from './own-fields.ts';
import type { ParsedValue } from './parsed-value.ts';

/** A schema as authors write it: a Standard Schema of any library, or a plain JSON Schema. */
export type SchemaSource = { readonly '~standard': object } | JsonSchema;

/** Compiles an input schema; left out, the tool takes no parameters and whatever is sent is dropped. */
export function compileInput<const Schema extends SchemaSource | undefined>(
  source: Schema,
  options?: CompileInputOptions,
): CompiledInput<ParsedValue<Schema>>;
export function compileInput(source: SchemaSource | undefined, options: CompileInputOptions = {}): CompiledInput {
  checkNames('compileInput()', options, compileInputNames);
  return source === undefined ? withoutParameters(options) : withParameters(source, options);
}

function withoutParameters(options: CompileInputOptions): CompiledInput {
  const source: Source = {
    jsonSchema: Object.freeze({ type: 'object', properties: Object.freeze({}) }),
    warnings: [],
    library: undefined,
    hasDates: false,
    takesOnlyJson: true,
    judge: () => ({ ok: true, value: {} }),
  };
  return { jsonSchema: source.jsonSchema, check: inputCheck(source, options), warnings: [] };
}

function withParameters(schema: SchemaSource, options: CompileInputOptions): CompiledInput {
  const source = resolveSource(schema, 'input', options);
  const { jsonSchema, document } = source;
  const warnings = [...missingDescriptions(jsonSchema, options.strict === true), ...source.warnings];
  const known = document === undefined ? {} : { document };
  return { jsonSchema, ...known, check: inputCheck(source, options), warnings };
}

function inputCheck(source: Source, { rejectedValues }: CompileInputOptions): Check {
  const { jsonSchema, judge, screen } = source;
  const showValues = rejectedValues !== 'hide';
  // Read off the schema with the first value: nothing that its author should know follows from them.
  let maxUnscreened: number | undefined;
  let detach = source.library === undefined ? false : undefined;

  function answer(judged: Judged, input: object): Checked {
    return judged.ok ? judged : refuse(issueProblems(jsonSchema, input, judged, showValues));
  }

  return (value) => {
    // OTC: an input that is left out or null is the empty one.
    const input = value ?? {};
    if (!isObject(input)) {
      return notAnObject(input, showValues);
    }
    // Before any schema: what no schema should have to think of.
    const parts = countSafeParts(input);
    if (parts === undefined) {
      return refuse(findUnsafeParts(input, maxUnsafeParts).map(unsafeProblem));
    }
    if (screen !== undefined && parts > (maxUnscreened ??= maxFailedChecks / checksPerPart(jsonSchema))) {
      const issues = screen(input);
      if (issues.length > 0) {
        return answer({ ok: false, issues }, input);
      }
    }
    detach ??= namesPrototypeMembers(jsonSchema);
    const judged = judge(detach ? withoutPrototype(input) : input);
    return isPromise(judged) ? judged.then((later) => answer(later, input)) : answer(judged, input);
  };
}

function* issueProblems(
  jsonSchema: JsonSchema,
  input: object,
  judged: Extract<Judged, { ok: false }>,
  showValues: boolean,
): Iterable<Problem> {
  const sent = new SentNames(jsonSchema, input);
  for (const issue of firstIssues(judged.issues)) {
    for (const problem of explainIssue(jsonSchema, input, issue, showValues)) {
      yield sent.explain(problem);
    }
  }
}

// Bounds on the work for one answer: the callers choose how much is wrong.
const maxExplained = 200;
const maxExplainedOfParameter = 20;

/** The first issues of each parameter; what is said of one is soon full. */
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

/** OTC-CALL-11: one message, and one text per parameter. */
function refuse(problems: Iterable<Problem>): Checked {
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
  const mayTell = showValues && typeof input !== 'string';
  const message = `The input must be an object${mayTell ? `, got ${valueWords(input)}` : ''}`;
  return { ok: false, message, parameterErrors: new ParameterErrors().toRecord() };
}

const maxUnsafeParts = 100;

const unsafeTexts: Readonly<Record<UnsafePart['kind'], string>> = {
  non_finite: 'Must be a finite number',
  forbidden_name: 'Is not an allowed name',
  too_deep: 'Is too large or too deeply nested',
};

function unsafeProblem({ path, kind }: UnsafePart): Problem {
  return { path, text: unsafeTexts[kind] };
}
