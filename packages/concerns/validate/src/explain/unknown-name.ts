import { nearestName } from '@toolwire/internal';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { cutChoice } from './describe-value.ts';
import type { Problem } from './problem.ts';

/** The problem of an unknown name, with the closest known name. */
export function unknownName(holders: readonly JsonSchema[], value: unknown, path: readonly PathSegment[]): Problem {
  return {
    path,
    // Computed when it is shown. The search takes long, and most unknown names of a large value are not shown.
    get text() {
      return unknownNameText(holders, value, path);
    },
  };
}

function unknownNameText(holders: readonly JsonSchema[], value: unknown, path: readonly PathSegment[]): string {
  const known = holders.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  const free = known.filter((name) => !(isObject(value) && Object.hasOwn(value, name)));
  const near = nearestName(String(path.at(-1)), free);
  const noun = path.length === 1 ? 'parameter' : 'known field';
  return `Is not a ${noun}${near === undefined ? '' : `. Did you mean '${cutChoice(near)}'?`}`;
}
