import { nearestName } from '@toolwire/internal';
import { matchesPattern } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isClosed } from '../json-schema/schema-parts.ts';
import { cutChoice } from './describe-value.ts';
import { locate } from './locate.ts';
import type { Problem } from './problem.ts';

// Limits on the work for one response, because the caller chooses the names.
const maxSearches = 20;
const maxNames = 50;
const maxNameCharacters = 64;

/** An object in the caller's value. */
type SentObject = Readonly<Record<string, unknown>>;

/** Creates a function that adds the closest sent name to the problem of a missing field. */
export function createNameHints(root: JsonSchema, rootValue: unknown): (problem: Problem) => Problem {
  /** The unknown names, by the object that has them. */
  const unknown = new Map<SentObject, readonly string[]>();
  let searches = 0;

  function siblingNames(path: Problem['path']): readonly string[] {
    const { holder, holderSchemas } = locate(root, rootValue, path);
    // A closed schema reports such a name itself.
    if (!isObject(holder) || holderSchemas.some(isClosed) || locate(root, rootValue, path.slice(0, -1)).sensitive) {
      return [];
    }
    const names = unknown.get(holder) ?? unknownNames(holder, holderSchemas);
    unknown.set(holder, names);
    return names;
  }

  return (problem) => {
    if (problem.isMissing !== true || searches >= maxSearches) {
      return problem;
    }
    searches += 1;
    const wanted = String(problem.path.at(-1));
    const nearest = nearestName(wanted, siblingNames(problem.path));
    return nearest === undefined
      ? problem
      : { ...problem, text: `${problem.text}. You sent '${nearest}'; did you mean '${cutChoice(wanted)}'?` };
  };
}

function unknownNames(holder: SentObject, schemas: readonly JsonSchema[]): readonly string[] {
  const names: string[] = [];
  for (const name of Object.keys(holder)) {
    if (names.length >= maxNames) {
      break;
    }
    if (isShowable(name) && !schemas.some((schema) => isNamed(schema, name))) {
      names.push(name);
    }
  }
  return names;
}

/** Whether a name is short, and has no line breaks or invisible characters. */
function isShowable(name: string): boolean {
  return name.length <= maxNameCharacters && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
}

function isNamed({ properties, patternProperties }: JsonSchema, name: string): boolean {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return (
    (isObject(properties) && Object.hasOwn(properties, name)) ||
    patterns.some((pattern) => matchesPattern(pattern, name) === true)
  );
}
