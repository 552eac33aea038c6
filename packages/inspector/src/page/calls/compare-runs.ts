import { pointerOf } from '@toolwire/internal/json-schema';
import { stateText } from '../call-state.ts';
import { isFields, isList, isSameJson, type Json, parseJson } from '../json.ts';
import { type Answer, contentOf, type Run, type WireName } from './run.ts';

/** A protocol whose result differs from that of the first. */
export interface Difference {
  readonly wire: WireName;
  readonly text: string;
  /** The JSON pointers to the values that differ. */
  readonly paths: readonly string[];
}

const maxPaths = 20;

/** Compares the results of one call over several protocols. Returns `undefined` until there are two and all have ended. */
export function compareRuns(runs: readonly Run[]): readonly Difference[] | undefined {
  const ended = runs.flatMap(({ wire, answer }) =>
    answer.value === undefined ? [] : [{ wire, answer: answer.value }],
  );
  const [first, ...others] = ended;
  if (first === undefined || others.length === 0 || ended.length < runs.length) return undefined;
  return others.flatMap(({ wire, answer }) => differenceOf(wire, first.answer, answer));
}

function differenceOf(wire: WireName, one: Answer, other: Answer): readonly Difference[] {
  const [expected, found] = [stateText(one.kind), stateText(other.kind)];
  if (expected !== found) return [{ wire, text: `${found} instead of ${expected}`, paths: [] }];
  if (one.kind === 'value') {
    // The URL of a file may be made for one caller.
    if (one.artifact !== undefined && one.artifact.contentType === other.artifact?.contentType) return [];
    const paths = differentPaths(valueOf(one), valueOf(other));
    return paths.length === 0 ? [] : [{ wire, text: textOfPaths(paths), paths }];
  }
  return one.kind === 'failed' && one.canRetry !== other.canRetry
    ? [{ wire, text: other.canRetry === true ? 'may be retried' : 'may not be retried', paths: [] }]
    : [];
}

function textOfPaths(paths: readonly string[]): string {
  const [first = ''] = paths;
  const more = paths.length === 1 ? '' : ` and ${paths.length === maxPaths ? 'at least ' : ''}${paths.length - 1} more`;
  return `different value${first === '' ? '' : ` at ${first}`}${more}`;
}

/** MCP sends some values as text, and content next to the value. */
function valueOf(answer: Answer): Json {
  const blocks = contentOf(answer);
  if (blocks !== undefined) return blocks;
  const { value = null } = answer;
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return typeof parsed === 'object' && parsed !== null ? parsed : value;
}

/** Returns the pointers to the values that differ. The order of properties does not count. */
function differentPaths(one: Json, other: Json): readonly string[] {
  const found: string[] = [];
  const waiting: (readonly [Json | undefined, Json | undefined, string])[] = [[one, other, '']];
  while (found.length < maxPaths) {
    const next = waiting.pop();
    if (next === undefined) break;
    const [left, right, path] = next;
    const isBoth = (isFields(left) && isFields(right)) || (isList(left) && isList(right));
    if (!isBoth) {
      if (!isSameJson(left, right)) found.push(path);
      continue;
    }
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].toReversed();
    for (const name of names) waiting.push([memberOf(left, name), memberOf(right, name), path + pointerOf([name])]);
  }
  return found;
}

function memberOf(value: Json, name: string): Json | undefined {
  return Object.hasOwn(value as object, name) ? (value as Record<string, Json>)[name] : undefined;
}
