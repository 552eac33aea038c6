import { byteCount, checkNames, checkNumber, isPromise, type MaybePromise, type NamesOf } from '@toolwire/internal';
import { explainIssue } from '../explain/explain-issue.ts';
import { midSentence, type Problem } from '../explain/problem.ts';
import { type JsonProblem, pathText } from '../json/json-problem.ts';
import { swallowRejections } from '../json/swallow-rejections.ts';
import { copyJson, toJsonValue } from '../json/to-json-value.ts';
import type { JsonSchema, JsonValue } from '../json-schema/json.ts';
import { acceptsDates } from '../libraries/library-conversion.ts';
import { compileProjection, dependsOnParts, type Projection } from '../output-fields/compile-projection.ts';
import { ShapeReader } from '../output-fields/shape.ts';
import { unlistedFieldsWarnings } from '../output-fields/unlisted-fields.ts';
import { sizeProblems } from '../size-limits/size-problems.ts';
import type { SchemaSource } from './compile-input.ts';
import type { CompiledOutput, CompileOptions, OutputCheck, OutputChecked, OutputProblem } from './compiled-schema.ts';
import { resolveSource, type Source } from './resolve-source.ts';
import type { SchemaResult } from './validate-value.ts';

/** Options for an output schema. */
export interface CompileOutputOptions extends CompileOptions {
  /** The approximate maximum size of an output's JSON text. Default: 10 MiB. */
  readonly maxBytes?: number | undefined;
}

const optionNames: NamesOf<CompileOutputOptions> = { validator: true, converters: true, maxBytes: true };

/** Compiles an output schema. `undefined` accepts any JSON; `null` means that the tool returns nothing, and its result is dropped. */
export function compileOutput(
  source: SchemaSource | null | undefined,
  options: CompileOutputOptions = {},
): CompiledOutput {
  checkNames('compileOutput()', options, optionNames);
  if (options.maxBytes !== undefined) checkNumber('maxBytes', options.maxBytes, { ...byteCount, infinity: 'no limit' });
  if (source === null) {
    // Nothing is returned, so nothing can leak (OTC-DEF-11).
    return { jsonSchema: null, check: dropValue, warnings: [] };
  }
  if (source === undefined) {
    return { jsonSchema: Object.freeze({}), check: checkAnyJson(options.maxBytes), warnings: [] };
  }
  const resolved = resolveSource(source, 'output', { ...options, maxPatternLength: Number.POSITIVE_INFINITY });
  const { jsonSchema, warnings } = resolved;
  const hasDates = acceptsDates(source) || resolved.hasDates;
  const reader = new ShapeReader(resolved.withReferences);
  const project = resolved.dropsUnnamed ? undefined : compileProjection(reader, options.validator);
  const check = outputCheck({ ...resolved, hasDates }, project, options.maxBytes);
  return { jsonSchema, check, warnings: [...warnings, ...unlistedFieldsWarnings(reader.root)] };
}

function dropValue(value: unknown): OutputChecked {
  swallowRejections(value);
  return { ok: true, value: null };
}

function checkAnyJson(maxBytes: number | undefined): (value: unknown) => OutputChecked {
  return (value) => {
    const json = toJsonValue(value, maxBytes);
    return json.ok ? json : notJson(json.problem);
  };
}

/** `project` drops fields that the schema doesn't name; `undefined` where the library drops them. */
function outputCheck(source: Source, project: Projection | undefined, maxBytes: number | undefined): OutputCheck {
  const { validateValue, jsonSchema, hasDates, checkSizes, acceptsMore } = source;
  const snapshot = checkAnyJson(maxBytes);
  // Whether a valid value may become invalid when fields are dropped.
  const mayBecomeInvalid =
    source.library === undefined && project !== undefined && dependsOnParts(source.withReferences);

  function readResult(result: SchemaResult, sent: JsonValue): MaybePromise<OutputChecked> {
    if (!result.ok) {
      return failure('mismatch', mismatchDetail(jsonSchema, sent, result));
    }
    // A schema that strips or transforms returns a new value, which is copied to plain data too.
    const returned: OutputChecked = result.value === sent ? { ok: true, value: sent } : snapshot(result.value);
    return returned.ok && project !== undefined ? projectNamed(returned.value, project) : returned;
  }

  function projectNamed(value: JsonValue, projection: Projection): MaybePromise<OutputChecked> {
    const named = projection(value);
    // The projected value is checked again where dropped fields could make it invalid.
    return named === value || !mayBecomeInvalid ? { ok: true, value: named } : checkAs(named, named);
  }

  function checkAs(value: unknown, sent: JsonValue): MaybePromise<OutputChecked> {
    const violations = checkSizes(sent);
    if (violations !== undefined) {
      return failure(
        'mismatch',
        problemText(sizeProblems({ jsonSchema, acceptsMore, checkSizes }, sent, violations, false)),
      );
    }
    const result = validateValue(value);
    return isPromise(result) ? result.then((later) => readResult(later, sent)) : readResult(result, sent);
  }

  // The JSON to send is checked, not the object that the tool still holds (E29, OTC-RESP-05).
  if (!hasDates) {
    return (value) => {
      const sent = snapshot(value);
      return sent.ok ? checkAs(sent.value, sent.value) : sent;
    };
  }
  return (value) => {
    const copied = copyJson(value, copyOfDate, maxBytes);
    if (!copied.ok) {
      return notJson(copied.problem);
    }
    // The copy belongs to us, so it doesn't change while its dates become strings.
    const sent = snapshot(copied.value);
    return sent.ok ? checkAs(copied.value, sent.value) : sent;
  };
}

/** Copies a date that the format `date-time` can represent: its year has four digits. */
function copyOfDate(value: object): Date | undefined {
  if (Object.prototype.toString.call(value) !== '[object Date]') {
    return undefined;
  }
  const copy = new Date(Date.prototype.getTime.call(value));
  return copy.getUTCFullYear() >= 0 && copy.getUTCFullYear() <= 9_999 ? copy : undefined;
}

const messages: Readonly<Record<OutputProblem, string>> = {
  not_json: 'The tool returned a value that is not valid JSON.',
  too_large: 'The tool returned a value that is too large.',
  mismatch: 'The tool returned a value that does not match its output schema.',
};

function notJson({ kind, message }: JsonProblem): OutputChecked {
  return failure(kind === 'too_large' ? 'too_large' : 'not_json', message);
}

function failure(reason: OutputProblem, detail: string): OutputChecked {
  const message = messages[reason];
  return { ok: false, reason, message, detail, parameterErrors: Object.create(null) as Record<string, string> };
}

const maxProblems = 10;

/** Lists paths and expectations without values, because the caller's developer may see the text (CASE-14). */
function mismatchDetail(
  jsonSchema: JsonSchema,
  value: JsonValue,
  { issues }: Extract<SchemaResult, { ok: false }>,
): string {
  return problemText(issues.slice(0, maxProblems).flatMap((issue) => explainIssue(jsonSchema, value, issue, false)));
}

function problemText(problems: readonly Problem[]): string {
  const texts = new Set<string>();
  for (const problem of problems) {
    const path = pathText(problem.path);
    texts.add(`${path === '' ? 'The value' : path} ${midSentence(problem)}`);
  }
  return `${[...texts].slice(0, maxProblems).join('; ')}.`;
}
