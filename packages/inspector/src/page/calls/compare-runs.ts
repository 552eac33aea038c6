import { pointerOf } from '@toolwire/internal/json-schema';
import { stateText } from '../call-state.ts';
import { isFields, isList, isSameJson, type Json, memberOf, parseJson } from '../json.ts';
import { type CallResult, contentOf } from './call-result.ts';
import type { ProtocolName } from './protocols.ts';
import type { Run } from './run.ts';

/** A protocol whose result differs from the result of the first protocol. */
export interface Difference {
  readonly protocol: ProtocolName;
  readonly text: string;
  /** The JSON pointers to the values that differ. */
  readonly paths: readonly string[];
}

const maxPaths = 20;

/** Compares the results of one call over several protocols. Returns `undefined` until there are two and all have ended. */
export function compareRuns(runs: readonly Run[]): readonly Difference[] | undefined {
  const [firstRun, ...otherRuns] = runs;
  const first = firstRun?.result.value;
  if (first === undefined || otherRuns.length === 0) return undefined;
  const differences: Difference[] = [];
  for (const { protocol, result } of otherRuns) {
    if (result.value === undefined) return undefined;
    const difference = compareResults(first, result.value);
    if (difference !== undefined) differences.push({ protocol, ...difference });
  }
  return differences;
}

function compareResults(expected: CallResult, actual: CallResult): Omit<Difference, 'protocol'> | undefined {
  const [expectedState, actualState] = [stateText(expected.kind), stateText(actual.kind)];
  if (expectedState !== actualState) return { text: `${actualState} instead of ${expectedState}`, paths: [] };
  if (expected.kind === 'value') {
    // The URL of a file may differ, because it may be signed for one caller.
    if (expected.artifact !== undefined && expected.artifact.contentType === actual.artifact?.contentType) {
      return undefined;
    }
    const paths = differentPaths(valueOf(expected), valueOf(actual));
    return paths.length === 0 ? undefined : { text: describePaths(paths), paths };
  }
  if (expected.kind !== 'failed' || expected.canRetry === actual.canRetry) return undefined;
  return { text: actual.canRetry === true ? 'may be retried' : 'may not be retried', paths: [] };
}

function describePaths(paths: readonly string[]): string {
  const [first = ''] = paths;
  const more = paths.length === 1 ? '' : ` and ${paths.length === maxPaths ? 'at least ' : ''}${paths.length - 1} more`;
  return `different value${first === '' ? '' : ` at ${first}`}${more}`;
}

/** MCP sends some values as text, and content next to the value. */
function valueOf(result: CallResult): Json {
  const blocks = contentOf(result);
  if (blocks !== undefined) return blocks;
  const { value = null } = result;
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return typeof parsed === 'object' && parsed !== null ? parsed : value;
}

/** Returns the pointers to the values that differ. The order of properties does not count. */
function differentPaths(expected: Json, actual: Json): readonly string[] {
  const paths: string[] = [];
  const pairs: (readonly [Json | undefined, Json | undefined, string])[] = [[expected, actual, '']];
  for (let pair = pairs.pop(); pair !== undefined && paths.length < maxPaths; pair = pairs.pop()) {
    const [left, right, path] = pair;
    const areNested = (isFields(left) && isFields(right)) || (isList(left) && isList(right));
    if (!areNested) {
      if (!isSameJson(left, right)) paths.push(path);
      continue;
    }
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    // The last pair is compared first.
    for (const name of names.toReversed()) {
      pairs.push([memberOf(left, name), memberOf(right, name), path + pointerOf([name])]);
    }
  }
  return paths;
}
