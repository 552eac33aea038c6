import { checkNames, isPromise } from '@toolwire/internal';
import type { JsonSchema, JsonValue } from '../base/json.ts';
import type { MaybePromise } from '../base/maybe-promise.ts';
import { explainIssue } from '../explain/explain-issue.ts';
import { lowered } from '../explain/problem.ts';
import { hearPromises } from '../json/hear-promises.ts';
import { type JsonProblem, pathText } from '../json/json-problem.ts';
import { copyJson, toJsonValue } from '../json/to-json-value.ts';
import { type CompileOutputOptions, compileOutputNames } from '../sources/compile-options.ts';
import { requireJsonInput } from '../sources/json-input.ts';
import { type Judged, resolveSource, type Source } from '../sources/resolve-source.ts';
import type { CompiledOutput, OutputCheck, OutputChecked, OutputProblem } from './check.ts';
import type { SchemaSource } from './compile-input.ts';

/** Compiles an output schema; left out, the tool returns any JSON; `null`, it returns nothing and what it returns is dropped. */
export function compileOutput(
  source: SchemaSource | null | undefined,
  options: CompileOutputOptions = {},
): CompiledOutput {
  checkNames('compileOutput()', options, compileOutputNames);
  if (source === null) {
    // OTC-DEF-11: nothing is returned, so nothing leaks either.
    return { jsonSchema: null, check: dropValue, warnings: [] };
  }
  if (source === undefined) {
    return { jsonSchema: Object.freeze({}), check: outputCheck(undefined, options), warnings: [] };
  }
  const resolved = resolveSource(source, 'output', options);
  const { jsonSchema, warnings, takesOnlyJson } = resolved;
  const hasDates = (!takesOnlyJson && requireJsonInput(source).takesDates) || resolved.hasDates;
  return { jsonSchema, check: outputCheck({ ...resolved, hasDates }, options), warnings };
}

function dropValue(value: unknown): OutputChecked {
  hearPromises(value);
  return { ok: true, value: null };
}

function outputCheck(source: Source | undefined, { maxBytes }: CompileOutputOptions): OutputCheck {
  const bounds = maxBytes === undefined ? {} : { maxBytes };

  function snapshot(value: unknown): OutputChecked {
    const json = toJsonValue(value, bounds);
    return json.ok ? json : noJson(json.problem);
  }

  if (source === undefined) {
    return snapshot;
  }
  const { judge, jsonSchema, hasDates } = source;

  function answer(judged: Judged, sent: JsonValue): OutputChecked {
    if (!judged.ok) {
      return failure('mismatch', mismatchText(jsonSchema, sent, judged));
    }
    // A schema that strips or transforms gives a value of its own making: it is data only after it was copied too.
    return judged.value === sent ? { ok: true, value: sent } : snapshot(judged.value);
  }

  function judgeAs(value: unknown, sent: JsonValue): MaybePromise<OutputChecked> {
    const judged = judge(value);
    return isPromise(judged) ? judged.then((later) => answer(later, sent)) : answer(judged, sent);
  }

  // E29, OTC-RESP-05: what is checked is the JSON that will be sent, not the object the tool still holds.
  if (!hasDates) {
    return (value) => {
      const sent = snapshot(value);
      return sent.ok ? judgeAs(sent.value, sent.value) : sent;
    };
  }
  return (value) => {
    const copied = copyJson(value, bounds, copyOfDate);
    if (!copied.ok) {
      return noJson(copied.problem);
    }
    // That copy is ours: what it holds does not change while its dates become texts.
    const sent = snapshot(copied.value);
    return sent.ok ? judgeAs(copied.value, sent.value) : sent;
  };
}

/** The date, where the text that is sent for it is one in the format `date-time`: its years have four digits. */
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

function noJson({ kind, message }: JsonProblem): OutputChecked {
  return failure(kind === 'too_large' ? 'too_large' : 'not_json', message);
}

function failure(reason: OutputProblem, detail: string): OutputChecked {
  const message = messages[reason];
  return { ok: false, reason, message, detail, parameterErrors: Object.create(null) as Record<string, string> };
}

const maxProblems = 10;

/** Paths and expectations, never a value: the text may go to the developer of the caller. */
function mismatchText(jsonSchema: JsonSchema, value: JsonValue, { issues }: Extract<Judged, { ok: false }>): string {
  const texts = new Set<string>();
  for (const issue of issues.slice(0, maxProblems)) {
    for (const problem of explainIssue(jsonSchema, value, issue, false)) {
      const place = pathText(problem.path);
      texts.add(`${place === '' ? 'The value' : place} ${lowered(problem)}`);
    }
  }
  return `${[...texts].slice(0, maxProblems).join('; ')}.`;
}
